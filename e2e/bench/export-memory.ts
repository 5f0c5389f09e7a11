/**
 * export-100k: peak memory of main during an export of 100,000 entries to a file encrypted with age, against that of
 * an export of 1,000. Both in fresh apps; the kernel's peak of resident memory is set back before (clear_refs). The
 * file is for a public key: a passphrase would take 256 MiB for a moment in either.
 *
 * export-100k-stop: main's longest stop meanwhile.
 *
 * Correct: the file, decrypted, has every entry once, in the order of their folders, and its end.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { MountPath } from '../../shared/vault/mount.ts';
import type { ExportOptions } from '../../shared/vault/export.ts';
import { startSession } from './journey.ts';
import { agree, beginJob, endOfJob, sessionOf } from './page-job.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program, RunningApp } from './running-app.ts';
import { median } from './statistics.ts';
import { stopDuring, stopRow } from './stop.ts';
import type { Tree, TreeServer } from './tree.ts';

const ROUNDS = 2;
const MIB = 1024 * 1024;

interface Exported {
  readonly peakBytes: number;
  readonly stopMs: number;
  readonly seconds: number;
}

/** MiB at the peak; against an export of few entries. */
export async function exportMemory(ours: Program, server: TreeServer): Promise<Part> {
  const few = await server.tree(1_000);
  const many = await server.tree(100_000);
  const seen = { few: [] as Exported[], many: [] as Exported[] };
  for (let round = 0; round < ROUNDS; round++) {
    seen.few.push(await exportOnce(ours, server, few));
    seen.many.push(await exportOnce(ours, server, many));
  }
  const peak = (of: readonly Exported[]): number => median(of.map(({ peakBytes }) => peakBytes / MIB));
  const told = (of: readonly Exported[]): string =>
    of
      .map(({ peakBytes, seconds }) => `${(peakBytes / MIB).toFixed(0)} MiB in ${seconds.toFixed(1)} s`)
      .join(', ');
  return {
    measured: {
      name: 'export-100k',
      unit: 'MiB',
      ours: peak(seen.many),
      reference: peak(seen.few),
      referenceName: 'main at an export of 1,000 entries',
      budget: 1.2,
      n: seen.many.length,
    },
    also: [
      stopRow(
        'export-100k-stop',
        seen.many.map(({ stopMs }) => stopMs),
      ),
    ],
    notes: [`100,000 entries: ${told(seen.many)}; 1,000: ${told(seen.few)}`],
  };
}

async function exportOnce(program: Program, server: TreeServer, tree: Tree): Promise<Exported> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-bench-export-'));
  const file = join(folder, 'export.age');
  const identity = await generateX25519Identity();
  const { app, page } = await startSession(program, server, { inspectMain: true });
  try {
    await answerSaveDialog(app, file);
    const pid = Number(await app.runInMain('process.pid'));
    let seconds = NaN;
    await app.collectGarbage();
    await writeFile(`/proc/${String(pid)}/clear_refs`, '5');
    const stopMs = await stopDuring(app, async () => {
      seconds = await exportTo(app, page, tree, await identityToRecipient(identity));
    });
    const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
    const peakBytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    await mustHoldAll(file, identity, tree);
    return { peakBytes, stopMs, seconds };
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Answers the next save dialog with this path. */
async function answerSaveDialog(app: RunningApp, path: string): Promise<void> {
  await app.runInMain(`(() => {
    const require = process.getBuiltinModule('node:module').createRequire(process.execPath);
    require('electron').dialog.showSaveDialog = async () => (${JSON.stringify({ canceled: false, filePath: path })});
  })()`);
}

/** Returns seconds from the press that agrees. */
async function exportTo(
  app: RunningApp,
  page: Page,
  { mount, entries }: Tree,
  recipient: string,
): Promise<number> {
  const sessionId = await sessionOf(page);
  const options: ExportOptions = {
    format: 'strongroom',
    versions: 'latest',
    metadata: false,
    values: true,
    keys: { which: 'all', names: [] },
    protection: { kind: 'recipients', recipients: [recipient] },
  };
  await beginJob(page, {
    call: 'export.start',
    input: { sessionId, places: [{ sessionId, mount: mount.path as MountPath, path: '' }], options },
    event: 'export.progressed',
  });
  const agreedAtMs = await agree(app, 'Export');
  const { batches, endedAtMs } = await endOfJob<'export.progressed'>(page);
  const report = batches.flatMap(({ rows }) => rows).find(({ kind }) => kind === 'written');
  if (report?.kind !== 'written' || report.entries !== entries.length)
    throw new Error(`the export reports ${JSON.stringify(report)}`);
  return (endedAtMs - agreedAtMs) / 1000;
}

async function mustHoldAll(file: string, identity: string, { entries }: Tree): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const lines = (await decrypter.decrypt(await readFile(file), 'text')).trimEnd().split('\n');
  const paths = lines.flatMap((line) => {
    const { path } = JSON.parse(line) as { readonly path?: string };
    return path === undefined ? [] : [path];
  });
  if (JSON.stringify(paths.toSorted()) !== JSON.stringify(entries.toSorted()))
    throw new Error(`the file has ${String(paths.length)} entries in place of ${String(entries.length)}`);
  if (!(lines.at(-1) ?? '').includes('"end"')) throw new Error(`the file ends with ${lines.at(-1) ?? ''}`);
}
