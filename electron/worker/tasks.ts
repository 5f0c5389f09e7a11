/**
 * Every task that runs off main's event loop, by name. Pure functions: a task knows only its input and returns its
 * result. None of them reaches a file, the network or Electron.
 */
import { answerTasks } from '../core/credentials/answer-tasks.ts';
import { pgpTasks } from '../core/ceremonies/pgp-tasks.ts';
import { leavingTasks } from '../core/gates/outgoing-check.ts';
import { policyTasks } from '../core/policies/policy-tasks.ts';
import { vaultTasks } from '../vault/work.ts';
import type { WorkOn } from '../vault/work.ts';
import { deriveAgeKey } from '../work/export/age-key.ts';
import { readImport } from '../work/import/read-file.ts';
import { parseKeysIn } from '../work/parse-keys.ts';

export const tasks = {
  ...vaultTasks,
  ...answerTasks,
  ...leavingTasks,
  ...policyTasks,
  ...pgpTasks,
  deriveAgeKey,
  parseKeysIn,
  readImport,
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<N extends TaskName> = Parameters<Tasks[N]>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<Tasks[N]>>;

/** Lists of results that cross in pieces: main would stop while it takes a long one in. */
export const listsInPieces: Readonly<Partial<Record<TaskName, string>>> = {
  readImport: 'entries' satisfies keyof TaskOutput<'readImport'>,
};

/** Runs a task on input of this many bytes. Rejects with `AppFailure`. */
export type RunTask = WorkOn<Tasks>;
