/** Notes of a run about itself on this machine: its log, its problems, and the files that it writes. */
import type { StoredFiles } from '../../shared/ipc/contract.ts';
import { redact } from '../../shared/vault/redact.ts';
import { createOwnFiles, type OwnFiles, type StoredFile } from '../disk/own-files.ts';
import { openLog, type Log } from '../platform/log.ts';
import { openProgramsLog, type ProgramsLog } from '../platform/programs-log.ts';

export interface OwnRecordsOptions {
  readonly dataFolder: string;
  /** Repeats the log on the terminal. */
  readonly echo: boolean;
  /** True if the user wants a log of programs' requests. */
  readonly logPrograms: () => boolean;
  /** Called when the files not on disk have changed. */
  readonly unkeptChanged: (unkept: ReturnType<OwnFiles['unkept']>) => void;
}

export interface OwnRecords {
  readonly log: Log;
  /** Tells the user of a problem: on the terminal now, and on the screen when it is there. */
  readonly report: (problem: string) => void;
  readonly problems: () => readonly string[];
  readonly ownFiles: OwnFiles;
  /** Log of programs' requests, if the user wants one. */
  readonly programs: ProgramsLog;
  /** Every file written on this machine; the own ones as far as they have been opened. */
  readonly storedFiles: () => StoredFiles;
}

/** Opens them for a data folder. */
export function openOwnRecords(options: OwnRecordsOptions): OwnRecords {
  const { dataFolder, echo, logPrograms, unkeptChanged } = options;
  const log = openLog(dataFolder, redact, echo ? (line) => void process.stderr.write(line) : undefined);
  const problems = new Set<string>();
  const report = (problem: string): void => {
    problems.add(problem);
    process.stderr.write(`strongroom: ${problem}\n`);
  };
  const reportFile = (problem: string): void => {
    // The problem names only our own files.
    log.line(problem);
    report(problem);
  };
  const ownFiles = createOwnFiles(reportFile, (unkept) => {
    for (const { holds, why } of unkept) log.line(`not on disk: ${holds}: ${why}`);
    unkeptChanged(unkept);
  });
  return {
    log,
    report,
    problems: () => [...problems],
    ownFiles,
    programs: openProgramsLog(dataFolder, logPrograms, reportFile),
    storedFiles: () => ({ folder: dataFolder, files: [...ownFiles.stored(), ...otherFiles] }),
  };
}

/** Files written beside those that `ownFiles` opens. */
const otherFiles: readonly StoredFile[] = [
  {
    name: 'strongroom.log, strongroom.log.1',
    holds: 'A log of events, without values or tokens',
    sealed: false,
  },
  {
    name: 'programs.log, programs.log.1',
    holds: 'A log of what programs asked for, without values, if you want it',
    sealed: false,
  },
  {
    name: 'plans/',
    holds: 'A journal of each plan that runs: paths and versions, until it came to its end',
    sealed: false,
  },
  { name: 'authorities/', holds: 'CA certificates of imported connections', sealed: false },
  { name: 'update/', holds: 'A downloaded update, until it is installed', sealed: false },
  {
    name: 'Other files',
    holds: 'Electron’s own, while Strongroom runs',
    sealed: false,
  },
];
