"""The files of mods: folders, zips and single files, read within limits."""
