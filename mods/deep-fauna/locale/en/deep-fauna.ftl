deep-fauna-cave-lynx = cave lynx
deep-fauna-cave-lynx-about = Almost blind. It hears you long before you see it; stand still, and it loses you.
