"""An independent checker of plans: reads the formats by their specifications, shares no code with graze."""
