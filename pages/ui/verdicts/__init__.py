"""The question that is asked, the verdict, what it is worth."""
