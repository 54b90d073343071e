deep-fauna-cave-lynx = cave lynx
deep-fauna-cave-lynx-about = Almost blind. It has heard you long before you see it; stand still, and it loses you.
