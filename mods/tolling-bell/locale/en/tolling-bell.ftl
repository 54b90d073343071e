tolling-bell-hour = A bell strikes the hour.
tolling-bell-toll = A bell tolls.
stealth-sound-bell = the stroke of a bell
