# Hunts.

hunt-cellar = Cellar
hunt-cellar-about = A guard watches a cellar with two routes to the way out. Leave without a scratch.
hunt-manor = Manor
hunt-manor-about = Two guards watch a house, and a bell is in one of its rooms. Bring it to the way out without a scratch.
hunt-crypt = Crypt
hunt-crypt-about = Three guards watch a hall of pillars with two ways out. Leave without a scratch.
