"""A campaign at one computer, in rooms: each uses the ones before it."""
