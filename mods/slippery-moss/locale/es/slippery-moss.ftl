slippery-moss-fallen = en el suelo
slippery-moss-slip = Puede resbalar y caer
stealth-sound-thud = el golpe de una caída
slippery-moss-falls = Alguien resbala en el musgo y cae.
