"""Pictures of data sets, designs and predictions."""
