/** Files behind a command: the program, and the script if it interprets one, by the content that is executed. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import type { FileFacts, ProgramFiles, ProgramSystem } from '../../core/program-system.ts';

/** Programs that run a script named by their first argument without a dash. */
const interpreter =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|python[0-9.]*|pypy[0-9.]*|ruby[0-9.]*|perl[0-9.]*|php[0-9.]*|lua[0-9.]*|Rscript|groovy|tclsh[0-9.]*|(?:ba|da|z|k|fi|a)?sh|env)$/;

/** Options of interpreters after which the code itself stands, or a module's name. */
const inline = /^(?:-[a-zA-Z]*[cemp]|--eval|--print|--command|-r)$/;

export interface FileReader extends Pick<ProgramSystem, 'filesOf' | 'filesOfProcess'> {
  /** Facts of the file at a path. Rejects if there is no regular file. */
  readonly fileAt: (path: string) => Promise<FileFacts>;
  /** Facts of what a process runs, even if that has no name any more. Rejects if it cannot be read. */
  readonly executableOf: (pid: number) => Promise<FileFacts>;
}

/** Reads files by content; digests are remembered as long as the kernel reports no change of the file. */
export function makeFileReader(): FileReader {
  const digests = new Map<string, string>();

  async function factsAt(path: string, nameOf: (path: string) => Promise<string>): Promise<FileFacts> {
    // Opening a FIFO or a device could wait for ever, or do something.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const before = await file.stat({ bigint: true });
      if (!before.isFile()) throw new Error('not a regular file');
      const key = keyOf(before);
      const sha256 = digests.get(key) ?? (await digestOf(file));
      if (keyOf(await file.stat({ bigint: true })) !== key) throw new Error('changed while it was read');
      if (digests.size >= mostDigests) digests.clear();
      digests.set(key, sha256);
      return { path: await nameOf(path), device: String(before.dev), inode: String(before.ino), sha256 };
    } finally {
      await file.close();
    }
  }

  const fileAt = (path: string): Promise<FileFacts> => factsAt(path, realpath);
  const executableOf = (pid: number): Promise<FileFacts> => factsAt(`/proc/${String(pid)}/exe`, readlink);

  async function withScript(
    program: FileFacts,
    argv: readonly string[],
    folder: string,
  ): Promise<ProgramFiles> {
    const named = scriptIn(program.path, argv);
    if (named === undefined) return { program };
    // A file that cannot be opened is not a script: the command line is compared in any case.
    const script = await fileAt(isAbsolute(named) ? named : join(folder, named)).catch(() => undefined);
    return script === undefined ? { program } : { program, script };
  }

  return {
    fileAt,
    executableOf,
    filesOf: async ({ program, argv }, { folder, searchPath }) => {
      const file = await fileAt(program);
      const interpreters = await interpretersOf(program, searchPath);
      // The first that exists is the interpreter.
      const there = await Promise.all(interpreters.map((one) => fileAt(one).catch(() => undefined)));
      const found = there.find((one) => one !== undefined);
      if (interpreters.length === 0) return withScript(file, argv, folder.path);
      if (found === undefined) throw new Error('no interpreter');
      return { program: found, script: file };
    },
    filesOfProcess: async ({ pid, argv }) =>
      withScript(await executableOf(pid), argv, await readlink(`/proc/${String(pid)}/cwd`)),
  };
}

const mostDigests = 1000;

/** Changes with every change of the content: a program can set the time of a change back, but not that of its inode. */
function keyOf(stat: {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly ctimeNs: bigint;
  readonly mtimeNs: bigint;
}): string {
  return [stat.dev, stat.ino, stat.size, stat.ctimeNs, stat.mtimeNs].join(':');
}

async function digestOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(256 * 1024);
  let position = 0;
  let read = (await file.read(buffer, 0, buffer.length, position)).bytesRead;
  while (read > 0) {
    hash.update(buffer.subarray(0, read));
    position += read;
    read = (await file.read(buffer, 0, buffer.length, position)).bytesRead;
  }
  return hash.digest('hex');
}

/** Paths at which the interpreter of a script can be, the first that exists counts; none if it is not a script. */
async function interpretersOf(path: string, searchPath: string): Promise<readonly string[]> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const head = Buffer.alloc(256);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const line = /^#![ \t]*(\/\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(
      head.subarray(0, bytesRead).toString('latin1'),
    );
    const [, interpreter, argument] = line ?? [];
    if (interpreter === undefined) return [];
    if (basename(interpreter) !== 'env' || argument === undefined) return [interpreter];
    const folders = searchPath.split(':').filter((folder) => isAbsolute(folder));
    return [...folders.map((folder) => join(folder, argument)), interpreter];
  } finally {
    await file.close();
  }
}

/** The argument that an interpreter takes as its script; undefined without one. */
function scriptIn(program: string, argv: readonly string[]): string | undefined {
  if (!interpreter.test(basename(program))) return undefined;
  const rest = argv.slice(1);
  const first = rest.findIndex((argument) => !argument.startsWith('-'));
  if (rest.slice(0, first < 0 ? undefined : first).some((argument) => inline.test(argument)))
    return undefined;
  return first < 0 ? undefined : rest[first];
}
