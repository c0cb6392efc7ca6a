"""Where the stand-ins for the chip's modules find the rig they belong to; set before the firmware starts."""

rig = None
