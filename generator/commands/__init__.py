"""The commands of `masthead`, one module for each, with `add` and `run`.

`add` describes the command's options to the parser; `run` takes the parsed options, calls one
package below, prints the result, and returns the exit code. Only `cli` calls them. `terminal` holds
what they share, and `external_links` does what `masthead check --external` asks for.
"""
