"""Foldwise: is learner A really better than learner B, or was it luck?

The names in ``__init__.pyi`` are resolved on first use, so that ``import core`` loads neither scikit-learn nor Plotly.
"""

import lazy_loader

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
