"""Calls the reference client (hvac) for tests: one JSON request per line in, one JSON response per line out.

The first line holds the connection with the token, so that no secret is on a command line. Every other line names a
method of the client and its arguments. A return value comes back unchanged, an exception as the name of its class.
`equals` compares here, where numbers of any size are exact, and not on the other side of JSON.
"""

import json
import sys
import warnings

import hvac
import requests

warnings.simplefilter("ignore")


def plain(value):
    """Return value as JSON: a bare response has no body."""
    return {"status": value.status_code} if isinstance(value, requests.Response) else value


def same(left, right):
    """True if equal as JSON: true is not 1, and the order of keys is ignored."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right


def run(client, request):
    try:
        target = client
        for name in request["method"].split("."):
            target = getattr(target, name)
        value = plain(target(**request["arguments"]))
        for name in request.get("at", []):
            value = value[name]
        if "equals" in request:
            return {"ok": True, "value": same(value, json.loads(request["equals"])), "found": json.dumps(value)}
        return {"ok": True, "value": value}
    except Exception as error:  # each failure is a result here: tests check its class
        return {"ok": False, "error": type(error).__name__, "message": str(error)[:400]}


connection = json.loads(sys.stdin.readline())
client = hvac.Client(url=connection["address"], token=connection["token"], timeout=30)
for line in sys.stdin:
    print(json.dumps(run(client, json.loads(line))), flush=True)
