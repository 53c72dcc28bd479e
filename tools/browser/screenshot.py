"""Takes a picture of a page: python -m tools.browser.screenshot URL-or-file OUT.png [--dark] ...

It refuses a page with characters that no font of the system draws.
"""

import argparse
import sys
from pathlib import Path

from tools.browser.browser_tools import find_tools


def main() -> int:
    """Parse the arguments, take the picture, and print the page's console messages."""
    parser = argparse.ArgumentParser(description="Take a picture of a page.")
    parser.add_argument("page", help="an address, or a file")
    parser.add_argument("out", type=Path, help="the PNG file to write")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--dark", action="store_true", help="for a reader who prefers dark pages")
    parser.add_argument("--full", action="store_true", help="the whole page, not one window of it")
    parser.add_argument("--print", action="store_true", help="as on paper")
    request = vars(parser.parse_args())

    tools = find_tools()
    if tools.node is None or tools.chromium is None:
        print("\n".join(tools.missing), file=sys.stderr)
        return 1
    page, out = request.pop("page"), request.pop("out").resolve()
    url = page if "://" in page else Path(page).resolve().as_uri()
    answer = tools.shoot(url, out, **request)
    for message in answer["console"]:
        print(f"console.{message['type']}: {message['text']}", file=sys.stderr)
    for request in answer["failed"]:
        print(f"failed, {request['why']}: {request['url']}", file=sys.stderr)
    print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
