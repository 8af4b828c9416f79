"""The pure core: values in, values out; it knows no clock, disk, randomness or screen."""
