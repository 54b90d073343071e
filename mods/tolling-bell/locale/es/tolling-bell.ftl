tolling-bell-hour = Una campana da la hora.
tolling-bell-toll = Dobla una campana.
stealth-sound-bell = una campanada
