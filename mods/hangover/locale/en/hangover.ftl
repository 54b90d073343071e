hangover-warning = You will regret this.
