hangover-warning = Te arrepentirás.
