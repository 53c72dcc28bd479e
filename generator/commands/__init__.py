"""The commands of `masthead`: modules with `add` and `run`.

`add` describes the command's options to the parser; `run` takes the parsed options, calls `api` and
leaves, prints the result, and returns the exit code. The commands share `terminal`.
"""
