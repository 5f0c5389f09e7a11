/** Processes as Linux shows them in `/proc`; nothing here is taken from what a process says of itself. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, readlink, realpath, stat } from 'node:fs/promises';
import type { FolderFacts, ProcessFacts, Surroundings } from '../../core/program-system.ts';

/** Most parents of a chain. */
const MOST_PARENTS = 16;

/** Longest text of a process (command line, environment) that is taken. */
const LONGEST = 4 * 1024 * 1024;

/** Variables that make a program run or load code, or send its traffic elsewhere. */
const loader =
  /^(?:LD_|DYLD_|GIT_|PYTHON|NODE_|NPM_CONFIG_|npm_config_|RUBY|PERL|LUA_|BUNDLE_|GEM_|JAVA_|JDK_JAVA_|_JAVA_|CLASSPATH$|BASH_ENV$|BASH_FUNC_|ENV$|ZDOTDIR$|IFS$|SHELLOPTS$|BASHOPTS$|PS4$|PROMPT_COMMAND$|MAKEFLAGS$|MAKEFILES$|GCONV_PATH$|GTK_|QT_|ELECTRON_|EDITOR$|VISUAL$|PAGER$|SHELL$|OPENSSL_CONF$|SSLKEYLOGFILE$|HTTPS?_PROXY$|https?_proxy$|ALL_PROXY$|all_proxy$|SSL_CERT_|REQUESTS_CA_BUNDLE$|CURL_HOME$|RUSTC|CARGO_|GO(?:FLAGS|ROOT|PATH)$|DOTNET_|PHP|DENO_|BUN_)/;

/** Of those, what every login sets: compared, but a warning about it each time would be read by nobody. */
const usual = /^(?:SHELL|EDITOR|VISUAL|PAGER)$/;

interface Status {
  readonly name: string;
  readonly parent: number;
  readonly session: number;
  readonly terminal: number;
  readonly start: string;
}

/** Facts of a process; undefined once it is gone. */
export function statusOf(pid: number): Status | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  } catch {
    // It has ended.
    return undefined;
  }
  // The name is in parentheses and can have some itself.
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const number = (index: number): number => Number(fields[index] ?? '0');
  // A dead process that nobody has waited for is gone.
  if (end < 0 || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return {
    name: text.slice(text.indexOf('(') + 1, end),
    parent: number(1),
    session: number(3),
    terminal: number(4),
    start: fields[19] ?? '',
  };
}

/** The process and its chain of parents, up to the leader of its session. */
async function parentsOf(pid: number): Promise<readonly ProcessFacts[]> {
  const parents: ProcessFacts[] = [];
  let at = statusOf(pid);
  const session = at?.session;
  let before = pid;
  while (at !== undefined && at.parent > 1 && before !== session && parents.length < MOST_PARENTS) {
    before = at.parent;
    at = statusOf(before);
    if (at === undefined) break;
    parents.push(await factsOf(before, at));
  }
  return parents;
}

/** A process by its ID. Rejects if it is gone. */
export async function processAt(pid: number): Promise<ProcessFacts> {
  const status = statusOf(pid);
  if (status === undefined) throw new Error('gone');
  return factsOf(pid, status);
}

async function factsOf(pid: number, { start, name }: Status): Promise<ProcessFacts> {
  const [path, argv] = await Promise.all([executableOf(pid), argvOf(pid)]);
  return { pid, start, name, path, argv };
}

/** The folder at a path. Rejects if there is none. */
export async function folderAt(path: string): Promise<FolderFacts> {
  const real = await realpath(path);
  const found = await stat(real, { bigint: true });
  if (!found.isDirectory()) throw new Error('not a folder');
  return { path: real, device: String(found.dev), inode: String(found.ino) };
}

/** Path of the executable as the kernel knows it; empty if it cannot be read. */
function executableOf(pid: number): Promise<string> {
  // Another user's, or the kernel's own.
  return readlink(`/proc/${String(pid)}/exe`).catch(() => '');
}

async function argvOf(pid: number): Promise<readonly string[]> {
  // It has ended.
  const text = await textOf(pid, 'cmdline').catch(() => '');
  return text === '' ? [] : text.replace(/\0$/, '').split('\0');
}

async function textOf(pid: number, file: string): Promise<string> {
  const text = await readFile(`/proc/${String(pid)}/${file}`, 'utf8');
  return text.slice(0, LONGEST);
}

/** Rejects if the process is gone. */
async function folderOf(pid: number): Promise<FolderFacts> {
  const link = `/proc/${String(pid)}/cwd`;
  const [path, { dev, ino }] = await Promise.all([readlink(link), stat(link, { bigint: true })]);
  return { path, device: String(dev), inode: String(ino) };
}

/** Surroundings of a process. Rejects if it is gone. */
export async function surroundingsOf(pid: number): Promise<Surroundings> {
  const [folder, parents, environment] = await Promise.all([
    folderOf(pid),
    parentsOf(pid),
    textOf(pid, 'environ'),
  ]);
  const variables = new Map(
    environment
      .split('\0')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const loading = [...variables]
    .filter(([name, value]) => loader.test(name) || value.startsWith('()'))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const loaders = loading.map(([name]) => name).filter((name) => !usual.test(name));
  const searchPath = variables.get('PATH') ?? '';
  const digest = createHash('sha256').update(JSON.stringify([loading, searchPath]));
  return {
    folder,
    parents,
    terminal: (statusOf(pid)?.terminal ?? 0) !== 0,
    loaders,
    searchPath,
    loadersDigest: digest.digest('hex'),
  };
}
