"""What a site *is*: frozen structs without Jinja or YAML; the only files read are those of words.

`parse` makes them, `graph` turns them into views, `render` reads these. Every package may import
it, and it imports none but `problems` and `messages`.

The structs are msgspec's: defining forty of them costs 9 ms at start-up against 20 ms for
dataclasses, and the same types encode to the cache and to a digest in C.

`gc=False` stands where a struct is made by the ten thousand and holds only words, numbers and
such structs: no cycle can go through it, and the garbage collector need not visit it.

A field is documented by the string under it. Those strings are the users' reference and the
descriptions in the JSON Schemas, so they are written for a researcher, not for us.
"""
