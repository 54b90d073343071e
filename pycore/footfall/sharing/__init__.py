"""Sharing mods without a server: indexes, their signatures, versions that fit together, and the store.

An index is a file that lists packed mods with their versions and hashes; any static host or folder serves it. The store
is the folder of installed contents, with the pointer file that says which profile has which. A profile is a set of
contents with choices and saves of its own.
"""
