/** Diagnostics for a public report, copied at the user's request. */
import type { KnownCredentials } from '../core/credentials/known-credentials.ts';
import type { Platform } from '../core/platform.ts';
import { diagnosticsOf } from '../platform/diagnostics-of-app.ts';
import type { Clipboards } from './clipboards.ts';
import type { LateBackend } from './late-backend.ts';
import type { OwnRecords } from './own-records.ts';

export interface DiagnosticsParts extends Pick<Platform, 'app' | 'environment' | 'preferences'> {
  readonly records: Pick<OwnRecords, 'log' | 'ownFiles'>;
  readonly backend: Pick<LateBackend, 'loaded'>;
  readonly known: KnownCredentials;
  readonly clipboard: Pick<Clipboards['clipboard'], 'copy'>;
}

/** Makes the command that copies them. */
export function makeDiagnosticsCopy(parts: DiagnosticsParts): () => Promise<void> {
  const { app, environment, preferences, records, backend, known, clipboard } = parts;
  return async () => {
    const services = backend.loaded()?.services;
    const text = diagnosticsOf({
      app,
      environment,
      preferences: preferences.get(),
      unkept: records.ownFiles.unkept(),
      logLines: records.log.recent(),
      profiles: services?.profiles.list() ?? [],
      sessions: services?.sessions.list() ?? [],
    });
    // It is pasted into public reports: known credentials are redacted.
    await clipboard.copy(known.index.redacted(text), 'text');
  };
}
