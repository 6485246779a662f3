"""What a column means, whatever the file: kinds, names, labels, measures, designs."""
