"""The commands of `masthead`: modules with `add` and a function for each command, mostly `run`.

`add` describes the command's options to the parser. The function takes the parsed options, calls
`api` and leaves, prints the result, and may return an exit code. The commands share `terminal`.
"""
