"""The model of a site: frozen structs without Jinja or YAML. It reads only Masthead's own data
files.

`parse` makes the structs, `graph` turns them into views, and `render` reads the views. Every
package may import this one. It imports only `problems` itself.

The structs are msgspec's: forty of them cost 9 ms at start-up, against 20 ms for dataclasses, and
they are encoded in C for the cache and for digests.

A struct has `gc=False` if there are tens of thousands of it and it contains only words, numbers and
such structs. It cannot be part of a cycle, so the garbage collector need not visit it.

The string under a field documents it. These strings become the users' reference and the
descriptions in the JSON Schemas, so they are written for researchers, not for us.
"""
