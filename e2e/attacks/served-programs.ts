/** Programs of the same user, or of another, that are after values: what the launcher would not do, in Python. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { referencePython } from '../../build/setup/reference-client.mjs';

export interface AttackEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs an attack to its end. */
export function attack(
  script: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<AttackEnd> {
  const child = spawn(referencePython(), ['-c', script, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

/** Sends one request at a connection of its own, and prints what it got. */
export const asking = `
import json, socket, struct, sys
def ask(s, request):
    body = request.encode()
    got = b''
    try:
        s.sendall(struct.pack('>I', len(body)) + body)
        while True:
            more = s.recv(65536)
            if not more: break
            got += more
    except OSError as error:
        print(type(error).__name__, file=sys.stderr)
    print(got.decode('latin1'), end='')
`;

/** Connects as itself. Words: socket, request. */
export const bare = `${asking}
s = socket.socket(socket.AF_UNIX)
try:
    s.connect(sys.argv[1])
except OSError as error:
    sys.exit(type(error).__name__)
ask(s, sys.argv[2])
`;

/**
 * Connects, leaves the connection to another process, and becomes the launcher, which stays because an app of the
 * attacker's own never answers it. Words: socket, request, launcher, \`inherited\` or \`passed\`, a runtime folder.
 */
export const handedOn = `${asking}
import os, signal
path, request, launcher, way, runtime = sys.argv[1:6]
own = socket.socket(socket.AF_UNIX)
own.bind(runtime + '/strongroom/programs.sock')
own.listen()
s = socket.socket(socket.AF_UNIX)
s.connect(path)
left, right = socket.socketpair()
parent = os.getpid()
# What the launcher keeps open as its descriptor 3 is not the connection.
os.dup2(os.open('/dev/null', os.O_RDONLY), 100)
if os.fork() == 0:
    launcher_of_its_own = own.accept()
    if way == 'passed':
        s.close()
        s = socket.socket(fileno=socket.recv_fds(right, 1, 1)[1][0])
    ask(s, request)
    os.kill(parent, signal.SIGKILL)
    os._exit(0)
if way == 'passed':
    socket.send_fds(left, [b'x'], [s.fileno()])
else:
    os.set_inheritable(s.fileno(), True)
own.close()
os.execve(launcher, [launcher, 'status'], {'XDG_RUNTIME_DIR': runtime})
`;

/** Runs the launcher under a tracer, which could read and change all it does. Words: launcher and its words. */
export const traced = `
import ctypes, os, sys
libc = ctypes.CDLL(None)
pid = os.fork()
if pid == 0:
    libc.ptrace(0, 0, 0, 0)
    os.execv(sys.argv[1], sys.argv[1:])
while True:
    _, status = os.waitpid(pid, 0x40000000)
    if os.WIFEXITED(status): sys.exit(os.WEXITSTATUS(status))
    if os.WIFSIGNALED(status): sys.exit(1)
    number = os.WSTOPSIG(status)
    libc.ptrace(7, pid, 0, 0 if number == 5 else number)
`;

/** A runtime folder in which an attacker serves. */
export function hostileRuntime(): string {
  const runtime = mkdtempSync(join(tmpdir(), 'sr-'));
  mkdirSync(join(runtime, 'strongroom'), { mode: 0o700 });
  return runtime;
}
