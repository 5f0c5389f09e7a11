/** `import.*`: entries from a file. Main alone knows its path and its values. */
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import {
  importFolders,
  importFormats,
  importLayouts,
  importPurposes,
  mostImportKeys,
} from '../../../shared/vault/import.ts';
import type { ImportFile, ImportLayout, ImportMapping } from '../../../shared/vault/import.ts';
import type { PlanJob } from '../../../shared/ipc/contract/plan.ts';
import type { ImportAction, PlanRow } from '../../../shared/vault/plan.ts';
import type { Session } from '../../core/session/session.ts';
import { importBytes, openImport } from '../../work/import/choose.ts';
import type { MappedEntry } from '../../work/import/imported-entry.ts';
import type { OpenImport } from '../../work/import/imports.ts';
import type { MainImport } from '../../work/plan/plans.ts';
import { makeImportRows } from '../../work/import/make.ts';
import { factsOf, mapped, previewOf } from '../../work/import/mapping.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import type { Services } from '../../services/services.ts';
import { aSession } from '../about.ts';
import type { About } from '../about.ts';
import { call } from '../call.ts';
import { exactly } from '../same-shape.ts';
import { id, inSession, maybe, selectedPlace } from './fields.ts';
import { endingJob, partsOfPlan } from './plan.ts';

const mapping = exactly<ImportMapping>()(
  z.strictObject({
    folders: z.enum(importFolders),
    slashes: z.enum(['folder', 'dash']),
    clashes: z.enum(['number', 'conflict']),
    keys: z
      .array(
        z.strictObject({
          from: z.string().check(z.maxLength(65_536)),
          to: z.string().check(z.maxLength(65_536)),
        }),
      )
      .check(z.maxLength(mostImportKeys)),
    attachments: z.enum(['leave-out', 'base64']),
    versions: z.enum(['latest', 'all']),
    metadata: z.boolean(),
  }),
);

/** An import as a journal has it, with its session found again. */
export const journaledImport = exactly<MainImport>()(
  z.strictObject({
    kind: z.literal('import'),
    to: selectedPlace,
    fileName: z.string().check(z.maxLength(4096)),
    format: z.enum(importFormats),
    incomplete: z.boolean(),
    existing: z.enum(['skip', 'overwrite']),
    source: z.strictObject({
      sizeBytes: z.int().check(z.gte(0)),
      items: z.int().check(z.gte(0)),
      layout: maybe(z.enum(importLayouts)),
      mapping,
    }),
  }),
);

const inImport = { importId: id };

const anImport: About<{ readonly importId: string }, OpenImport> = {
  what: 'a file to import',
  find: ({ imports, sessions }, { importId }) => {
    const file = imports.get(importId);
    sessions.get(file.sessionId);
    return file;
  },
  sessions: ({ imports }, { importId }) => known(imports.sessionOf(importId)),
};

const anImportOrNone: About<{ readonly importId: string }, OpenImport | undefined> = {
  ...anImport,
  what: 'a file to import, open or not',
  find: ({ imports }, { importId }) => imports.find(importId),
};

const anImportAndAPlace: About<
  { readonly importId: string; readonly to: { readonly sessionId: string } },
  OpenImport
> = {
  what: 'a file to import, and its destination',
  find: (services, input) => {
    const file = anImport.find(services, input);
    if (services.sessions.get(input.to.sessionId).sessionId === file.sessionId) return file;
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'to',
      message: 'The file was read for another connection. Nothing was done.',
    });
  },
  sessions: ({ imports }, { importId, to }) => [
    ...new Set([...known(imports.sessionOf(importId)), to.sessionId]),
  ],
};

function known(sessionId: string | undefined): readonly string[] {
  return sessionId === undefined ? [] : [sessionId];
}

/** A key of age takes seconds: it goes to the worker, however small the file is. */
const HEAVY = Number.MAX_SAFE_INTEGER;
/** Work on a byte of a file, against that on a byte of an answer. */
const SLOWER = 20;

function costOf({ bytes, key }: { readonly bytes: Uint8Array; readonly key?: string }): number {
  return key === undefined ? bytes.length * SLOWER : HEAVY;
}

/** Asks for a file, and for the key of an encrypted one. Rejects with `cancelled` if the person declines. */
export async function chosenFile(
  { platform, runTask }: Services,
  signal: AbortSignal,
  layout?: ImportLayout,
): Promise<Pick<OpenImport, 'fileName' | 'bytes' | 'read' | 'key'>> {
  const path = await platform.chooseFile('import');
  // Locked, or left, while the dialog was open.
  if (path === undefined || signal.aborted)
    throw new AppFailure({ kind: 'cancelled', message: 'No file was chosen.' });
  const fileName = basename(path);
  const bytes = await importBytes(path);
  const opened = await openImport(fileName, bytes, {
    ask: platform.ask,
    signal,
    read: (asked) =>
      runTask('readImport', { ...asked, ...(layout === undefined ? {} : { layout }) }, costOf(asked)),
  });
  signal.throwIfAborted();
  return { fileName, bytes, ...opened };
}

function shown(file: OpenImport): Promise<ImportFile> {
  return factsOf(file.read, { ...file, encrypted: file.key !== undefined });
}

export const importCalls = [
  call('import.choose', {
    effect: 'changes-here',
    says: 'Read a file of entries',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: ['enter-fields'],
    about: aSession,
    input: z.strictObject({ ...inSession, purpose: maybe(z.enum(importPurposes)) }),
    run: async ({ sessionId }, { purpose = 'import' }, { services, signal }) =>
      shown(services.imports.add({ sessionId, purpose, ...(await chosenFile(services, signal)) })),
  }),
  call('import.arrange', {
    effect: 'changes-here',
    says: 'Read a file in another layout',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: anImport,
    input: z.strictObject({ ...inImport, layout: z.enum(importLayouts) }),
    run: async (file, { layout }, { services }) => {
      const { bytes, fileName, key } = file;
      const asked = { bytes, fileName, layout, ...(key === undefined ? {} : { key }) };
      file.read = await services.runTask('readImport', asked, costOf(asked));
      return shown(file);
    },
  }),
  call('import.preview', {
    effect: 'read',
    whenLocked: 'refused',
    asks: 'nothing',
    about: anImport,
    input: z.strictObject({ ...inImport, mapping }),
    maxBytes: 4 * 1024 * 1024,
    run: ({ read }, { mapping: rules }, { signal }) => previewOf(read, rules, signal),
  }),
  call('import.plan', {
    effect: 'changes-here',
    says: 'Make a plan of an import',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: anImportAndAPlace,
    input: z.strictObject({
      ...inImport,
      to: selectedPlace,
      mapping,
      existing: z.enum(['skip', 'overwrite']),
    }),
    maxBytes: 4 * 1024 * 1024,
    run: ({ sessionId, fileName, bytes, read }, { to, mapping: rules, existing }, { services }) =>
      planImport(services, services.sessions.get(sessionId), {
        to,
        existing,
        fileName,
        sizeBytes: bytes.length,
        read,
        mapping: rules,
        items: (signal) => mapped(read, rules, signal),
      }),
  }),
  call('import.drop', {
    effect: 'changes-here',
    says: 'Drop a file to import',
    costs: 'nothing',
    whenLocked: 'refused',
    asks: 'nothing',
    about: anImportOrNone,
    input: z.strictObject(inImport),
    run: (_file, { importId }, { services }) => {
      services.imports.drop(importId);
      return {};
    },
  }),
] as const;

/** Items of a file, and the folder that they are written to. */
interface Importing extends Pick<ImportAction, 'to' | 'existing'>, Pick<OpenImport, 'fileName' | 'read'> {
  readonly sizeBytes: number;
  readonly mapping: ImportMapping;
  /** The items, mapped; called once the job runs. */
  readonly items: (signal: AbortSignal) => Promise<readonly MappedEntry[]>;
}

/** Makes a plan of items, as a job of a session. */
export function planImport(
  services: Services,
  home: Session,
  { to, existing, fileName, sizeBytes, read, mapping: rules, items }: Importing,
): PlanJob {
  const { plans, jobs, emit, sessions } = services;
  refuseLimitedUse(sessions.get(to.sessionId).limitedUse, 'a plan', 'request');
  const { format, incomplete = false, entries, layout } = read;
  const source = {
    sizeBytes,
    items: entries.length,
    mapping: rules,
    ...(layout === undefined ? {} : { layout }),
  };
  const plan = plans.create(home, { kind: 'import', to, fileName, format, incomplete, existing, source });
  const { planId } = plan;
  const jobId = jobs.startFindings<PlanRow>(
    home.sessionId,
    (batch) => emit('plan.found', { ...batch, planId }),
    endingJob(plan, (report) => makeImportRows(plan, { to, items }, partsOfPlan(plan, services), report)),
  );
  plan.jobId = jobId;
  return { planId, jobId };
}
