"""Files of fold results, in any of their layouts → fold scores."""
