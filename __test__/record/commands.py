#!/usr/bin/env python3
"""Records what the real tools answer to the cases in __test__/commands.

    commands.py [NAME...]          record the cases of these commands again (all without a name)
    commands.py --check [NAME...]  tell which recorded answers would change, and change nothing

A case is one JSON object on a line: "name", "files" (optional: path to content; a path that ends in a slash is an
empty folder), "script", and the answer: "stdout" and "exit". Bytes that are no UTF-8 stand as {"hex": "..."}; a script
that wants the messages too redirects them itself. Each script runs with bash in a new folder that holds its files,
with LC_ALL=LANG=C.UTF-8, TZ=UTC, umask 022 and an empty standard input.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "commands"


def data_of(value):
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value.encode()


def value_of(data):
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"hex": data.hex()}


def run(case):
    with tempfile.TemporaryDirectory() as folder:
        for name, content in case.get("files", {}).items():
            path = pathlib.Path(folder, name)
            if name.endswith("/"):
                path.mkdir(parents=True, exist_ok=True)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data_of(content))
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": folder,
            "PWD": folder,
            "LC_ALL": "C.UTF-8",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
        }
        done = subprocess.run(
            ["bash", "-c", data_of(case["script"])],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=30,
            preexec_fn=lambda: os.umask(0o022),
        )
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return value_of(done.stdout), status


def main():
    arguments = sys.argv[1:]
    check = "--check" in arguments
    names = [argument for argument in arguments if argument != "--check"]
    paths = [FOLDER / f"{name}.jsonl" for name in names] or sorted(FOLDER.glob("*.jsonl"))
    changed = 0
    for path in paths:
        lines = []
        for line in path.read_text().splitlines():
            case = json.loads(line)
            stdout, status = run(case)
            if check and (stdout, status) != (case.get("stdout"), case.get("exit")):
                changed += 1
                print(f"{path.stem}/{case['name']}: {case['script']!r}\n  {stdout!r} {status}")
            case["stdout"], case["exit"] = stdout, status
            lines.append(json.dumps(case, ensure_ascii=False) + "\n")
        if not check:
            path.write_text("".join(lines))
    if changed:
        sys.exit(f"{changed} answers would change")


if __name__ == "__main__":
    main()
