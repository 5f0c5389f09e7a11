/**
 * Takes VAULT_TOKEN and BAO_TOKEN out of the environment before Chromium's child processes can hold them.
 *
 * On Linux the zygotes are forked before the first line of this program runs, and every renderer is a fork of a zygote:
 * deleting the variables from `process.env` would leave the token in the memory of each of them. So the process ends
 * them and replaces itself by itself with a clean environment (execve: the process id stays, so signals and exit code
 * need no forwarding), and hands the tokens over in an unnamed file in memory that takes the place of standard input:
 * the only descriptors that survive an execve are 0, 1 and 2. The new process reads the file and empties it before any
 * child can. On macOS and Windows children start later, from the environment as it then is: deleting is enough.
 */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readdirSync,
  writeSync,
} from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

const tokenNames = ['VAULT_TOKEN', 'BAO_TOKEN'] as const;
/**
 * Set for the second process: `memory` if the tokens wait in descriptor 0, `none` if they could not be handed over.
 */
const MARK = 'STRONGROOM_HANDED_OVER';
/** O_TMPFILE of Linux (it includes O_DIRECTORY), which `fs.constants` does not name: a file that never has a name. */
const O_TMPFILE = 0o20200000;

/**
 * Returns the environment that the app was started with; afterwards `process.env` holds no token. Does not return if
 * the process has to replace itself. Call once, before anything else.
 */
export function takeEnvironment(): Environment {
  const mark = process.env[MARK];
  if (mark !== undefined) {
    Reflect.deleteProperty(process.env, MARK);
    return { ...process.env, ...(mark === 'memory' ? receiveTokens() : {}) };
  }
  const environment = { ...process.env };
  const { clean, tokens } = separateTokens(environment);
  if (tokens !== undefined) {
    for (const name of tokenNames) Reflect.deleteProperty(process.env, name);
    if (process.platform === 'linux' && process.execve !== undefined) {
      endChildren();
      process.execve(process.execPath, process.argv, { ...clean, [MARK]: handOver(tokens) });
    }
  }
  return environment;
}

/** Ends the zygotes that were forked with the token; by themselves they end a moment after the execve. */
function endChildren(): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const children = readFileSync(`/proc/self/task/${thread}/children`, 'utf8').match(/\d+/g) ?? [];
      for (const pid of children) process.kill(Number(pid), 'SIGKILL');
    }
  } catch {
    // A kernel without this list: they end with their sockets.
  }
}

/** Splits an environment into a part for children and the tokens; `tokens` is undefined without any. */
export function separateTokens(environment: Environment): {
  readonly clean: NodeJS.ProcessEnv;
  readonly tokens: Readonly<Record<string, string>> | undefined;
} {
  const clean: NodeJS.ProcessEnv = { ...environment };
  const tokens: Record<string, string> = {};
  for (const name of tokenNames) {
    const token = environment[name];
    Reflect.deleteProperty(clean, name);
    if (token !== undefined) tokens[name] = token;
  }
  return { clean, tokens: Object.keys(tokens).length === 0 ? undefined : tokens };
}

/** Puts the tokens into descriptor 0; `none` without a file system in memory: the tokens are then dropped. */
function handOver(tokens: Readonly<Record<string, string>>): 'memory' | 'none' {
  try {
    const unnamed = openSync('/dev/shm', constants.O_RDWR | O_TMPFILE, 0o600);
    writeSync(unnamed, JSON.stringify(tokens));
    closeSync(0);
    // `open` takes the lowest free number: 0. Opened anew, so that reading starts at the beginning.
    if (openSync(`/proc/self/fd/${unnamed}`, 'r+') === 0) return 'memory';
  } catch {
    // No /dev/shm, or not writable by us.
  }
  return 'none';
}

/** Reads the first process's tokens from descriptor 0, empties it and puts /dev/null in its place. */
function receiveTokens(): Readonly<Record<string, string>> {
  const stat = fstatSync(0);
  // An unnamed file alone is ours: a terminal would block, a pipe could come from any process.
  if (!stat.isFile() || stat.nlink !== 0) return {};
  const text = readFileSync(0, 'utf8');
  ftruncateSync(0);
  closeSync(0);
  openSync('/dev/null', 'r');
  return tokensFrom(text);
}

/** Tokens of a hand-over text; drops other names, and a text that is not such a record. */
export function tokensFrom(text: string): Readonly<Record<string, string>> {
  const tokens: Record<string, string> = {};
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    // Foreign text.
    return tokens;
  }
  if (typeof record !== 'object' || record === null) return tokens;
  for (const [name, token] of Object.entries(record)) {
    if (tokenNames.some((known) => known === name) && typeof token === 'string') tokens[name] = token;
  }
  return tokens;
}
