#!/usr/bin/env python3
"""Follows a page of the documentation as a reader would, in a new folder that
has `examples/` as the checkout has.

    guide.py PAGE URL BINARY FOLDER

The words behind the language of a fenced block give its kind:

    ```sh run       it is run, in one shell for the whole page
    ```text prints  what the block before it prints, but for ids, times and hashes
    ```py file=NAME it is saved under this name before the next block runs
    ```sh not-run   it is not run here; the page or a test has the reason

In docs/guides every block in `sh` has to be one of these. Commands in the page
speak to localhost:8080, listen on port 18765 and call `regicide`, or `cargo run`
with the same arguments; here these are the service at URL, a free port and the
program BINARY.
"""
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

FENCE = re.compile(r"^```(\w+)(?: ([^\n]+))?\n(.*?)^```$", re.S | re.M)
# Values that differ between runs.
CHANGING = [
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "ID"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", "TIME"),
    (r"\b[0-9a-f]{64}\b", "HASH"),
]


def blocks(page):
    """The blocks of a page that do something: what they are, and their lines."""
    for language, words, lines in FENCE.findall(page.read_text(encoding="utf-8")):
        if not words and language == "sh" and page.parent.name == "guides":
            sys.exit(f"{page}: a block in sh has no kind:\n{lines}")
        if words and words != "not-run":
            yield words, lines


def constant(text):
    for pattern, name in CHANGING:
        text = re.sub(pattern, name, text)
    return text.strip()


def main():
    page, url, binary, folder = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
    folder.mkdir(parents=True)
    tools = folder / ".tools"
    tools.mkdir()
    (tools / "regicide").symlink_to(binary.resolve())
    (folder / "examples").symlink_to(Path(__file__).parents[2].joinpath("examples").resolve())
    # One shell for all blocks, so that later ones have the variables of earlier
    # ones; the output of each goes to a file of its own.
    script, printed = ["set -euo pipefail"], []
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    for number, (words, lines) in enumerate(blocks(page)):
        lines = lines.replace("localhost:8080", url.removeprefix("http://")).replace("18765", port)
        lines = lines.replace("cargo run --release --quiet --", "regicide")
        name, _, file = words.partition("=")
        if name == "run":
            script.append(f"{{\n{lines}}} > .tools/{number} || exit\ncat .tools/{number}")
            last = number
        elif name == "prints":
            printed.append((last, lines))
        elif name == "file":
            (tools / file).write_text(lines, encoding="utf-8")
            script.append(f"cp .tools/{file} {file}")
        else:
            sys.exit(f"{page}: unknown kind of block: {words!r}")
    found_first = [tools.resolve(), Path(sys.executable).parent]
    environment = {**os.environ, "PATH": ":".join([*map(str, found_first), os.environ["PATH"]])}
    shell = subprocess.run(["bash", "-c", "\n".join(script)], cwd=folder, env=environment, check=False)
    if shell.returncode:
        sys.exit(f"{page}: a block fails with {shell.returncode}")
    for number, wanted in printed:
        found = (tools / str(number)).read_text(encoding="utf-8")
        if constant(found) != constant(wanted):
            sys.exit(f"{page}: expected output:\n{wanted}\nActual output:\n{found}")
    print(f"{page}: {len(script) - 1} blocks, {len(printed)} outputs as printed")


if __name__ == "__main__":
    main()
