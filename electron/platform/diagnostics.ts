/**
 * Text for a public issue: versions, the system, settings and the latest lines of the log. It names no server,
 * person, file or entry: log lines are written without such names (`log.ts`), and every name known to the app is
 * removed once more.
 */
import type { Preferences } from '../../shared/ipc/contract.ts';

export interface DiagnosticsFacts {
  readonly app: {
    readonly version: string;
    readonly electronVersion: string;
    readonly testElectron: boolean;
    readonly packaged: boolean;
    readonly platform: string;
  };
  /** `chrome` and `node` alone are read. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly arch: string;
  readonly osRelease: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly preferences: Preferences;
  /** Counts by their label, e.g. `saved connections`. */
  readonly counts: Readonly<Record<string, number>>;
  /** The app's own files not on disk. */
  readonly unkept: readonly { readonly holds: string; readonly why: string }[];
  readonly logLines: readonly string[];
  /** Names of servers, people, connections and places that must not be in a log line. */
  readonly names: readonly string[];
}

const hidden = '[name]';
/** A shorter name is part of too many words. */
const SHORTEST_NAME = 3;

/** Makes the text for the clipboard. */
export function diagnosticsText(facts: DiagnosticsFacts): string {
  const { app, versions, environment } = facts;
  const kind = [app.packaged ? 'packaged' : 'from source', ...(app.testElectron ? ['testing Electron'] : [])];
  return [
    `Strongroom ${app.version} (${kind.join(', ')})`,
    `Electron ${app.electronVersion}, Chromium ${plain(versions['chrome'])}, Node ${plain(versions['node'])}`,
    `${app.platform} ${facts.arch}, ${plain(facts.osRelease)}`,
    `Desktop: ${plain(environment['XDG_CURRENT_DESKTOP'])}, ${plain(environment['XDG_SESSION_TYPE'])}`,
    ...lines('Settings', Object.entries(facts.preferences)),
    ...lines('Counts', Object.entries(facts.counts)),
    ...lines(
      'Not on disk',
      facts.unkept.map(({ holds, why }) => [holds, why]),
    ),
    '',
    `Log, the last ${String(facts.logLines.length)} lines:`,
    ...facts.logLines.map((line) => withoutNames(line, facts.names)),
    '',
  ].join('\n');
}

function lines(title: string, values: readonly (readonly [string, string | number | boolean])[]): string[] {
  return values.length === 0
    ? []
    : ['', `${title}:`, ...values.map(([name, value]) => `  ${name}: ${String(value)}`)];
}

/** A plain word, else `unknown`. */
function plain(value: string | undefined): string {
  const [word] = /^[\w.:-]{1,40}/.exec(value ?? '') ?? [];
  return word ?? 'unknown';
}

/** Replaces names in a line, in any case. */
export function withoutNames(line: string, names: readonly string[]): string {
  const longestFirst = [...new Set(names)]
    .filter((name) => name.length >= SHORTEST_NAME)
    .sort((one, other) => other.length - one.length);
  return longestFirst.reduce((text, name) => replaceEvery(text, name), line);
}

function replaceEvery(text: string, name: string): string {
  const wanted = name.toLowerCase();
  const pieces: string[] = [];
  let from = 0;
  const lower = text.toLowerCase();
  // Positions do not match if lower case has another length.
  if (lower.length !== text.length) return text.replaceAll(name, hidden);
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), hidden);
    from = at + name.length;
  }
  return pieces.join('') + text.slice(from);
}
