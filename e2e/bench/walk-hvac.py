"""Lists all names below a mount of KV v2 with hvac, as a script does: one list after the other.

The task comes as JSON on stdin (address, token, mount); the result is JSON on stdout: milliseconds and paths.
"""

import json
import sys
import time

import hvac

task = json.load(sys.stdin)
client = hvac.Client(url=task["address"], token=task["token"], timeout=30)
client.lookup_token()

before = time.perf_counter()
paths = []
waiting = [""]
while waiting:
    folder = waiting.pop()
    listed = client.secrets.kv.v2.list_secrets(path=folder, mount_point=task["mount"].rstrip("/"))
    for name in listed["data"]["keys"]:
        paths.append(folder + name)
        if name.endswith("/"):
            waiting.append(folder + name)
print(json.dumps({"elapsedMs": (time.perf_counter() - before) * 1000, "paths": paths}))
