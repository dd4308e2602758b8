#!/usr/bin/env python3
"""Records in acceptance.jsonl what the local bash (5.2) says of each snippet in snippets.txt.

Snippets are separated by lines of four dashes. Run it from this folder: ./record.py
"""

import json
import re
import subprocess

ERROR = re.compile(rb"^bash: (?:-c: )?line (\d+): (.*)$")

with open("snippets.txt", "rb") as file:
    snippets = file.read().rstrip(b"\n").split(b"\n----\n")

with open("acceptance.jsonl", "w", encoding="utf-8") as output:
    for snippet in snippets:
        run = subprocess.run(["bash", "-O", "extglob", "-n", "-c", snippet], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)
        record = {"source": snippet.decode(), "accepted": True}
        lines = run.stderr.split(b"\n")
        match = ERROR.match(lines[0])
        if match and b"warning: " in match[2]:
            record["warning"] = {"line": int(match[1]), "message": match[2].decode().removeprefix("warning: ")}
        elif match:
            record["accepted"] = False
            record["line"] = int(match[1])
            record["message"] = match[2].decode()
            if len(lines) > 1 and (second := ERROR.match(lines[1])) and second[2].startswith(b"`"):
                record["source_line"] = second[2].decode()[1:-1]
        output.write(json.dumps(record, ensure_ascii=False) + "\n")
