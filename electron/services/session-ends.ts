/** Everything that ends with a session, or with its token. */
import type { Answers } from '../core/credentials/large-answers.ts';
import type { Drafts } from '../core/entries/drafts.ts';
import type { GeneratedValues } from '../core/entries/generated-values.ts';
import type { OpenEntries } from '../core/entries/open-entries.ts';
import type { Workspaces } from '../core/profiles/workspaces.ts';
import type { SessionsParts } from '../core/sessions/sessions-parts.ts';
import type { TemplateFiles } from '../core/templates/template-files.ts';
import type { SharedWraps } from '../core/wrapping/shared-wraps.ts';
import type { NameIndex } from '../core/names/name-index.ts';
import type { Searches } from '../work/search/searches.ts';
import type { ExportedFiles } from '../work/export/exported-files.ts';
import type { Jobs } from '../work/jobs.ts';
import type { Imports } from '../work/import/imports.ts';
import type { Comparisons } from '../work/comparison/comparisons.ts';
import type { Programs } from '../work/programs/programs.ts';
import type { Plans } from '../work/plan/plans.ts';
import type { ClusterWatching } from './cluster-watching.ts';

export interface EndingParts {
  readonly jobs: Jobs;
  readonly searches: Searches;
  readonly names: NameIndex;
  readonly plans: Plans;
  readonly imports: Imports;
  readonly exportedFiles: ExportedFiles;
  readonly templateFiles: TemplateFiles;
  readonly comparisons: Comparisons;
  readonly watching: () => Pick<ClusterWatching, 'lockSession' | 'closeSession'>;
  readonly entries: OpenEntries;
  readonly drafts: Drafts;
  readonly generated: GeneratedValues;
  readonly answers: Answers;
  readonly sharedWraps: SharedWraps;
  readonly workspaces: Workspaces;
  readonly programs: () => Pick<Programs, 'endSession'>;
}

/** Makes the ends of a session that its stores hear of. */
export function sessionEnds(parts: EndingParts): Pick<SessionsParts, 'onLock' | 'onClose'> {
  const { jobs, searches, names, plans, watching, entries, drafts, generated, answers } = parts;
  const { sharedWraps, workspaces, exportedFiles, imports, templateFiles, comparisons, programs } = parts;
  return {
    onLock: (sessionId) => {
      programs().endSession(sessionId);
      jobs.cancelSession(sessionId);
      searches.forget(sessionId);
      names.forget(sessionId);
      imports.lockSession(sessionId);
      plans.lockSession(sessionId);
      comparisons.lockSession(sessionId);
      watching().lockSession(sessionId);
      entries.closeUnpinned(sessionId);
      answers.lockSession(sessionId);
    },
    onClose: (sessionId) => {
      programs().endSession(sessionId);
      jobs.cancelSession(sessionId);
      searches.forget(sessionId);
      names.forget(sessionId);
      imports.closeSession(sessionId);
      plans.closeSession(sessionId);
      exportedFiles.closeSession(sessionId);
      templateFiles.closeSession(sessionId);
      comparisons.closeSession(sessionId);
      watching().closeSession(sessionId);
      drafts.dropSession(sessionId);
      generated.closeSession(sessionId);
      entries.closeSession(sessionId);
      answers.lockSession(sessionId);
      sharedWraps.closeSession(sessionId);
      workspaces.closeSession(sessionId);
    },
  };
}
