/** Gathers the diagnostics of this run. */
import { homedir, hostname, release, userInfo } from 'node:os';
import { namesIn } from './diagnostics-names.ts';
import { diagnosticsText } from './diagnostics.ts';
import type { DiagnosticsFacts } from './diagnostics.ts';

interface RunFacts extends Pick<
  DiagnosticsFacts,
  'app' | 'environment' | 'preferences' | 'unkept' | 'logLines'
> {
  /** Saved connections and open sessions: counted, and their names removed. */
  readonly profiles: readonly unknown[];
  readonly sessions: readonly unknown[];
}

/** Makes the text for the clipboard. */
export function diagnosticsOf({ profiles, sessions, ...facts }: RunFacts): string {
  return diagnosticsText({
    ...facts,
    versions: process.versions,
    arch: process.arch,
    osRelease: release(),
    counts: { 'saved connections': profiles.length, 'open sessions': sessions.length },
    names: [hostname(), homedir(), ...userName(), ...namesIn([...profiles, ...sessions])],
  });
}

function userName(): readonly string[] {
  try {
    return [userInfo().username];
  } catch {
    // A user whom the system does not list has no name.
    return [];
  }
}
