"""The one name for an array whose dtype and shape the docstring says."""

from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]
