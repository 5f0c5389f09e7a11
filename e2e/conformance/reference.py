"""Runs operations of the reference client (hvac) as JSON lines: one request per line in, one response per line out.

A request holds the connection (with its secrets, which keeps them off the command line), the operation and its
arguments. The response holds the return value or the name of the exception, and the client's token afterwards.
"""

import base64
import json
import sys
import warnings

import hvac
import requests

# Silences deprecation notices, and warnings about unchecked certificates: they do not concern the comparison.
warnings.showwarning = lambda *_args, **_more: None


def connect(options):
    certificate = options.get("certificate")
    return hvac.Client(
        url=options["address"],
        token=options.get("token"),
        verify=options.get("ca", True) if options.get("verify", True) else False,
        cert=tuple(certificate) if certificate else None,
        namespace=options.get("namespace"),
        # Defaults to hvac's own timeout.
        **({"timeout": options["timeout"]} if "timeout" in options else {}),
    )


def plain(value):
    """Return value as JSON: a bare response has no body."""
    if isinstance(value, requests.Response):
        return {"status": value.status_code}
    return value


def wrapped(method):
    """Wraps an operation by the adapter, as hvac's own functions cannot."""
    return lambda client, path, wrap, **more: getattr(client.adapter, method)(
        "/v1/" + path, wrap_ttl=wrap, **more
    )


def lookup(client, token, accessor, wrap):
    if token is not None and not accessor and wrap is not None:
        return client.adapter.post(
            "/v1/auth/token/lookup", json={"token": token}, wrap_ttl=wrap
        )
    return client.lookup_token(token=token, accessor=accessor, wrap_ttl=wrap)


def unwrap(client, token):
    """Without `token`, the request's own token is the wrapping token."""
    return client.sys.unwrap(token=token)


def ceremony_progress(client, which, verifying):
    if verifying:
        return client.sys.read_rekey_verify_progress()
    if which == "generate-root":
        return client.sys.read_root_generation_progress()
    return client.sys.read_rekey_progress(recovery_key=which == "recovery-rekey")


def begin_ceremony(client, which, shares, threshold, verify):
    if which == "generate-root":
        return client.sys.start_root_token_generation()
    return client.sys.start_rekey(
        secret_shares=shares,
        secret_threshold=threshold,
        require_verification=verify,
        recovery_key=which == "recovery-rekey",
    )


def give_share(client, which, share, nonce, verifying):
    if verifying:
        return client.sys.rekey_verify(share, nonce)
    if which == "generate-root":
        return client.sys.generate_root(share, nonce)
    return client.sys.rekey(share, nonce, recovery_key=which == "recovery-rekey")


def cancel_ceremony(client, which, verifying):
    if verifying:
        return client.sys.cancel_rekey_verify()
    if which == "generate-root":
        return client.sys.cancel_root_generation()
    return client.sys.cancel_rekey(recovery_key=which == "recovery-rekey")


def decode_root_token(_client, encoded, otp):
    """Missing in hvac: the token is base64 without padding, each byte XORed with one of the password."""
    raw = base64.b64decode(encoded + "=" * (-len(encoded) % 4))
    return bytes(a ^ b for a, b in zip(raw, otp.encode())).decode()


OPERATIONS = {
    "read": lambda client, path, wrap: client.read(path, wrap_ttl=wrap),
    "list": lambda client, path, wrap: client.list(path)
    if wrap is None
    else wrapped("get")(client, path, wrap, params={"list": True}),
    "write": lambda client, path, body, wrap: client.write(path, wrap_ttl=wrap, **body),
    "delete": lambda client, path, wrap: client.delete(path)
    if wrap is None
    else wrapped("delete")(client, path, wrap),
    "lookup": lookup,
    "renew": lambda client, token, increment, wrap: client.renew_token(
        token=token, increment=increment, wrap_ttl=wrap
    ),
    "renewSelf": lambda client, increment, wrap: client.renew_self_token(
        increment=increment, wrap_ttl=wrap
    ),
    "revoke": lambda client, token, orphan, accessor: client.revoke_token(
        token, orphan=orphan, accessor=accessor
    ),
    "revokeSelf": lambda client: client.auth.token.revoke_self(),
    "login": lambda client, path, body, adopt: client.login(
        "/v1/" + path, use_token=adopt, json=body
    ),
    "loginWrapped": lambda client, token: client.auth_cubbyhole(token),
    "unwrap": unwrap,
    "sealStatus": lambda client: client.seal_status,
    "keyStatus": lambda client: client.key_status,
    "leader": lambda client: client.ha_status,
    # hvac 0.11 supports only the older path.
    "policy": lambda client, name: client.adapter.get("/v1/sys/policies/acl/" + name)[
        "data"
    ]["policy"],
    "olderPolicy": lambda client, name: client.sys.read_policy(name=name)["data"][
        "rules"
    ],
    "policies": lambda client: client.list("sys/policies/acl")["data"]["keys"],
    "olderPolicies": lambda client: client.sys.list_policies()["data"]["policies"],
    "writePolicy": lambda client, name, text: client.adapter.put(
        "/v1/sys/policies/acl/" + name, json={"policy": text}
    ),
    "deletePolicy": lambda client, name: client.adapter.delete(
        "/v1/sys/policies/acl/" + name
    ),
    # Missing in hvac 0.11.
    "rotateRoot": lambda client: client.adapter.post("/v1/sys/rotate/root", json={}),
    "rekey": lambda client: client.rekey_status,
    "rootGeneration": lambda client: client.generate_root_status,
    "ceremonyProgress": ceremony_progress,
    "beginCeremony": begin_ceremony,
    "giveShare": give_share,
    "cancelCeremony": cancel_ceremony,
    "decodeRootToken": decode_root_token,
    "unsealWith": lambda client, share: client.sys.submit_unseal_key(share),
    "isAuthenticated": lambda client: client.is_authenticated(),
}


def run(request):
    client = connect(request["connection"])
    try:
        value = plain(OPERATIONS[request["operation"]](client, *request["arguments"]))
        return {"ok": True, "value": value, "token": client.token}
    except Exception as error:  # each failure is a result here: its class is compared
        return {
            "ok": False,
            "error": type(error).__name__,
            "message": str(error)[:300],
            "token": client.token,
        }


for line in sys.stdin:
    print(json.dumps(run(json.loads(line))), flush=True)
