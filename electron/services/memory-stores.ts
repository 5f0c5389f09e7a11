/** Stores of a run that live in memory only. */
import { createChosenSnapshots } from '../core/administration/chosen-snapshots.ts';
import type { ChosenSnapshots } from '../core/administration/chosen-snapshots.ts';
import { createCeremonyMemory } from '../core/ceremonies/memory.ts';
import type { CeremonyMemory } from '../core/ceremonies/memory.ts';
import { createDescribedServers } from '../core/console/described-server.ts';
import type { DescribedServer } from '../core/console/described-server.ts';
import { createConsoleHistory } from '../core/console/history.ts';
import type { ConsoleHistory } from '../core/console/history.ts';
import type { KnownCredentials } from '../core/credentials/known-credentials.ts';
import { createAnswers } from '../core/credentials/large-answers.ts';
import type { Answers } from '../core/credentials/large-answers.ts';
import { createSecretStore } from '../core/credentials/secrets.ts';
import type { SecretStore } from '../core/credentials/secrets.ts';
import { createDrafts } from '../core/entries/drafts.ts';
import type { Drafts } from '../core/entries/drafts.ts';
import { createGeneratedValues } from '../core/entries/generated-values.ts';
import type { GeneratedValues } from '../core/entries/generated-values.ts';
import { createOpenEntries } from '../core/entries/open-entries.ts';
import type { OpenEntries } from '../core/entries/open-entries.ts';
import { createNameIndex } from '../core/names/name-index.ts';
import type { NameIndex } from '../core/names/name-index.ts';
import { noteOnceAnswered } from '../core/gates/call-scope.ts';
import type { GestureGate } from '../core/gates/gesture.ts';
import type { Emit } from '../core/platform.ts';
import type { Session } from '../core/session/session.ts';
import type { Lock } from '../core/sessions/lock.ts';
import type { Sessions } from '../core/sessions/sessions-parts.ts';
import { createSharedWraps } from '../core/wrapping/shared-wraps.ts';
import type { SharedWraps } from '../core/wrapping/shared-wraps.ts';
import { createExportedFiles } from '../work/export/exported-files.ts';
import type { ExportedFiles } from '../work/export/exported-files.ts';
import { createImports } from '../work/import/imports.ts';
import type { Imports } from '../work/import/imports.ts';
import { createComparisons } from '../work/comparison/comparisons.ts';
import type { Comparisons } from '../work/comparison/comparisons.ts';
import { createPlans } from '../work/plan/plans.ts';
import type { Plans } from '../work/plan/plans.ts';
import { createJobs } from '../work/jobs.ts';
import type { Jobs } from '../work/jobs.ts';
import { createSearches } from '../work/search/searches.ts';
import type { Searches } from '../work/search/searches.ts';
import type { RunTask } from '../worker/tasks.ts';

export interface MemoryStores {
  readonly secrets: SecretStore;
  readonly entries: OpenEntries;
  readonly drafts: Drafts;
  /** Passwords generated for drafts. */
  readonly generated: GeneratedValues;
  readonly jobs: Jobs;
  readonly searches: Searches;
  readonly names: NameIndex;
  readonly plans: Plans;
  readonly imports: Imports;
  readonly exportedFiles: ExportedFiles;
  readonly comparisons: Comparisons;
  readonly answers: Answers;
  readonly sharedWraps: SharedWraps;
  /** Profiles saved in this run, unused. */
  readonly freshProfiles: Set<string>;
  readonly chosenSnapshots: ChosenSnapshots;
  readonly describedServer: DescribedServer;
  readonly ceremonyMemory: CeremonyMemory;
  readonly consoleHistory: ConsoleHistory<Session>;
}

export interface MemoryParts {
  readonly known: KnownCredentials;
  readonly gesture: GestureGate;
  readonly work: RunTask;
  readonly emit: Emit;
  readonly lockState: Lock['state'];
  readonly targetOf: Sessions['targetOf'];
}

/** Makes them, empty. */
export function createMemoryStores(parts: MemoryParts): MemoryStores {
  const { known, gesture, work, emit, lockState, targetOf } = parts;
  const secrets = createSecretStore(known);
  const entries = createOpenEntries();
  const sharedWraps = createSharedWraps((answerId) => answers.noteTaken(answerId));
  const answers = createAnswers({
    // Seen after the user's own key or click; a page's own reveal reaches no person.
    onceAnswered: (note) => {
      if (gesture.asked()) noteOnceAnswered(note);
    },
    secrets,
    known,
    work,
    // A locked page is told only that there is one more result.
    changed: (list) =>
      lockState().locked ? emit('lock.changed', lockState()) : emit('answer.changed', list),
    targetOf,
    onStored: sharedWraps.note,
  });
  return {
    secrets,
    entries,
    drafts: createDrafts(entries),
    generated: createGeneratedValues(),
    jobs: createJobs(emit),
    searches: createSearches(),
    names: createNameIndex(),
    plans: createPlans(),
    imports: createImports(),
    exportedFiles: createExportedFiles(),
    comparisons: createComparisons(),
    answers,
    sharedWraps,
    freshProfiles: new Set<string>(),
    chosenSnapshots: createChosenSnapshots(),
    describedServer: createDescribedServers(),
    ceremonyMemory: createCeremonyMemory(),
    consoleHistory: createConsoleHistory(),
  };
}
