steady-hands-barred = The doors are barred; nothing comes in.
