/** A job: walks a selection, reads its entries and writes them to a file, in the order of their folders. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ExportFormat, ExportOptions, ExportReport } from '../../../shared/vault/export.ts';
import { isFolderPath } from '../../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import { fullPath } from '../../core/entries/current.ts';
import type { Session } from '../../core/session/session.ts';
import type { FindingsReport, FindingsWork } from '../jobs.ts';
import type { Pace } from '../pace.ts';
import { walkSelection } from '../selected-entries.ts';
import type { SelectedEntry } from '../selected-entries.ts';
import { encrypted } from './age.ts';
import type { DeriveKey, Lock } from './age.ts';
import { writeStreamed } from './export-file.ts';
import type { Put } from './export-file.ts';
import { Unwritable } from './exported-entry.ts';
import type { ExportAbout, ExportedEntry, Writer } from './exported-entry.ts';
import { readForExport } from './read-entry.ts';
import { strongroomWriter } from './strongroom-format.ts';
import { terraformWriter } from './terraform-format.ts';
import { cliWriter, csvWriter, envWriter, jsonWriter, yamlWriter } from './text-formats.ts';

const writers: Readonly<Record<ExportFormat, (about: ExportAbout) => Writer>> = {
  strongroom: strongroomWriter,
  json: jsonWriter,
  yaml: yamlWriter,
  env: envWriter,
  csv: csvWriter,
  cli: cliWriter,
  terraform: terraformWriter,
};

/** Entries that are read ahead of the one that is written: more would only wait in memory. */
const AHEAD = 16;

export interface ExportOrder {
  readonly session: Session;
  readonly places: readonly SelectedPlace[];
  readonly options: ExportOptions;
  readonly path: string;
  /** Undefined: the file is not encrypted. */
  readonly lock: Lock | undefined;
}

export interface ExportParts {
  readonly paceOf: (session: Session) => Pace;
  readonly deriveKey: DeriveKey;
}

type Outcome = { readonly entry: ExportedEntry } | { readonly failure: unknown; readonly path: string };

/** Work of an export. A connection-wide error ends it, and then there is no file. */
export function exportWork(order: ExportOrder, parts: ExportParts): FindingsWork<ExportReport> {
  return async (report) => {
    const { lock, path } = order;
    let entries = 0;
    const bytes = await writeStreamed(
      path,
      async (put) => {
        entries = await writeEntries(order, parts, report, put);
      },
      (plain) => (lock === undefined ? Promise.resolve(plain) : encrypted(plain, lock, parts.deriveKey)),
    );
    report.found({ kind: 'written', entries, bytes });
    return undefined;
  };
}

async function writeEntries(
  { session, places, options }: ExportOrder,
  { paceOf }: ExportParts,
  { total, step, found, unread, signal }: FindingsReport<ExportReport>,
  put: Put,
): Promise<number> {
  const writer = writers[options.format](aboutOf(session, places, options));
  const pace = paceOf(session);
  let seen = 0;
  let written = 0;
  let failed = 0;
  const notWritten = async (path: string, reason: string): Promise<void> => {
    failed++;
    found({ kind: 'unread', path, reason });
    unread(path, reason);
    await put(writer.unread(path, reason));
  };
  const write = async (outcome: Outcome): Promise<void> => {
    try {
      if ('failure' in outcome) throw outcome.failure;
      await put(writer.entry(outcome.entry));
      written++;
      const path = fullPath(outcome.entry);
      for (const { version, unread: reason } of outcome.entry.versions)
        if (reason !== undefined) await notWritten(`${path} (version ${String(version)})`, reason);
    } catch (failure) {
      const path = 'failure' in outcome ? outcome.path : fullPath(outcome.entry);
      await notWritten(path, reasonOf(failure));
    }
    step();
  };
  const read = async (entry: SelectedEntry): Promise<Outcome> => {
    try {
      const asked = await readForExport(entry, options, (request) =>
        pace.run(() => session.run(request, signal)),
      );
      return { entry: asked };
    } catch (failure) {
      return { failure, path: fullPath(entry) };
    }
  };
  const ahead: Promise<Outcome>[] = [];
  const writeFirst = async (): Promise<void> => {
    const first = ahead.shift();
    if (first !== undefined) await write(await first);
    signal.throwIfAborted();
  };

  await put(writer.start());
  const folders: { readonly path: string; readonly reason: string }[] = [];
  await walkUntilFailed(signal, async (within, orFail) => {
    const stopped = await walkSelection(places, {
      sessionOf: () => session,
      paceOf,
      onEntries: (entries) =>
        orFail(async () => {
          total((seen += entries.length));
          for (const entry of entries) {
            if (ahead.length >= AHEAD) await writeFirst();
            ahead.push(read(entry));
          }
        }),
      count: () => undefined,
      unread: (path, reason) => folders.push({ path, reason }),
      signal: within,
    });
    if (stopped !== undefined) throw new AppFailure(stopped);
  });
  while (ahead.length > 0) await writeFirst();
  for (const { path, reason } of folders) await notWritten(path, reason);
  await put(writer.end({ entries: written, unread: failed }));
  return written;
}

/** Runs a walk that the failure of one of its steps ends at once; rejects with that failure. */
async function walkUntilFailed(
  signal: AbortSignal,
  walk: (within: AbortSignal, orFail: (step: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  let failed: { readonly failure: unknown } | undefined;
  try {
    await walk(stop.signal, async (step) => {
      if (failed !== undefined) return;
      try {
        await step();
      } catch (failure) {
        failed = { failure };
        end();
      }
    });
  } catch (failure) {
    throw failed === undefined ? failure : failed.failure;
  } finally {
    signal.removeEventListener('abort', end);
  }
  if (failed !== undefined) throw failed.failure;
}

/** Reason of an entry that is left out; throws what ends the whole export. */
function reasonOf(failure: unknown): string {
  if (failure instanceof Unwritable) return failure.message;
  const error = asAppError(failure);
  if (isTrouble(error) || error.kind === 'cancelled' || error.kind === 'internal' || error.kind === 'locked')
    throw failure;
  return error.message;
}

function aboutOf(session: Session, places: readonly SelectedPlace[], options: ExportOptions): ExportAbout {
  const { address, namespace, health } = session.view();
  const [only] = places;
  return {
    options,
    address,
    namespace,
    product: health.kind,
    serverVersion: health.version,
    created: new Date().toISOString(),
    selection: places.map(({ mount, path }) => mount + path),
    single: places.length === 1 && only !== undefined && !isFolderPath(only.path),
  };
}
