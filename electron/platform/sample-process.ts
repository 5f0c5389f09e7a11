/**
 * A server for trying the app out, started from within it: `vault` or `bao` of the PATH in dev mode. It listens on
 * loopback only, keeps everything in memory, gets only the variables that a program needs, makes its own root token
 * and prints it, so that no argument and no variable holds one. It ends with the app, in every case: a shell kills it
 * when the pipe from here closes. On Windows, which has no such shell, it is ended when the app quits.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, isAbsolute, join } from 'node:path';
import type { SampleServer, SampleServers } from '../core/platform.ts';

const START_MS = 20_000;
/** Longest output that is searched for the token. */
const LONGEST_OUTPUT = 64 * 1024;

const UNTIL_PIPE_CLOSES = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; kill -KILL $server ) >/dev/null 2>&1 &
exec 3<&-
wait $server
`;

type Variables = Readonly<Record<string, string | undefined>>;

/** Starts and ends the sample server of a run. */
export interface SampleProcess extends SampleServers {
  readonly stop: () => Promise<void>;
}

/** Makes it from an environment; starts nothing. */
export function makeSampleProcess(environment: Variables, platform = process.platform): SampleProcess {
  let running:
    { readonly child: ChildProcess; readonly address: string; readonly ended: Promise<void> } | undefined;
  let starting = false;

  const stop = async (): Promise<void> => {
    const last = running;
    running = undefined;
    if (last === undefined) return;
    last.child.stdin?.end();
    if (platform === 'win32') last.child.kill();
    await last.ended;
  };

  return {
    program: () => findProgram(environment, platform)?.name,
    address: () => running?.address,
    stop,
    start: async () => {
      // One of two would be out of reach until the app ends.
      if (starting) throw new Error('It is being started already.');
      starting = true;
      try {
        return await start();
      } finally {
        starting = false;
      }
    },
  };

  async function start(): Promise<SampleServer> {
    await stop();
    const program = findProgram(environment, platform);
    if (program === undefined) throw new Error('Neither vault nor bao is on the PATH.');
    const port = await freePort();
    const address = `http://127.0.0.1:${String(port)}`;
    const options = [`-dev-listen-address=127.0.0.1:${String(port)}`, '-dev-no-store-token'];
    const command = [program.path, 'server', '-dev', ...options];
    const [file = '', ...args] =
      platform === 'win32' ? command : ['/bin/sh', '-c', UNTIL_PIPE_CLOSES, 'sample', ...command];
    const child = spawn(file, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: bare(environment),
      windowsHide: true,
    });
    // An early close is reported by the end of the process.
    child.stdin.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    const mine = { child, address, ended };
    running = mine;
    void ended.then(() => {
      child.stdin.end();
      if (running === mine) running = undefined;
    });
    const token = await Promise.race([tokenOf(child), ended.then(() => undefined)]);
    if (token === undefined) {
      await stop();
      throw new Error(`The program ${program.name} stopped at once or was not ready in time.`);
    }
    return { address, token, name: 'Sample server', nodes: [] };
  }
}

/** Root token, as soon as the server prints it; undefined if it does not in time. */
function tokenOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = '';
    const late = setTimeout(() => resolve(undefined), START_MS);
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      if (said.length > LONGEST_OUTPUT) return;
      said += piece;
      const [, token] = /^Root Token: (\S{4,200})$/m.exec(said) ?? [];
      if (token === undefined) return;
      clearTimeout(late);
      said = '';
      child.stdout?.removeAllListeners('data');
      child.stdout?.resume();
      resolve(token);
    });
  });
}

function findProgram(
  environment: Variables,
  platform: NodeJS.Platform,
): { readonly name: string; readonly path: string } | undefined {
  // A relative folder of the PATH depends on where the app was started.
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  for (const name of ['vault', 'bao'])
    for (const folder of folders) {
      const path = join(folder, platform === 'win32' ? `${name}.exe` : name);
      if (isProgram(path)) return { name, path };
    }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Missing, or not executable by us: the next folder is tried.
    return false;
  }
}

function bare(environment: Variables): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'USERPROFILE', 'SystemRoot', 'LANG'];
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('This machine gave no free port.'));
      });
    });
  });
}
