/** Gates between calls and the user: consent, gestures, and the platform behind both. */
import type { KnownCredentials } from '../core/credentials/known-credentials.ts';
import { notingTyped } from '../core/credentials/typed-credentials.ts';
import { createGestureGate } from '../core/gates/gesture.ts';
import type { GestureGate } from '../core/gates/gesture.ts';
import { keepPatience } from '../core/gates/patience.ts';
import { sayEnvironment } from '../core/gates/prompt-environment.ts';
import { createShownCertificates } from '../core/gates/shown-certificates.ts';
import type { ShownCertificates } from '../core/gates/shown-certificates.ts';
import type { Platform } from '../core/platform.ts';
import type { RunTask } from '../worker/tasks.ts';
import { guarded } from './guarded-platform.ts';
import type { GuardedPlatform } from './guarded-platform.ts';

export interface Gates {
  /** Certificates that a prompt has shown. */
  readonly shown: ShownCertificates;
  readonly gesture: GestureGate;
  readonly platform: GuardedPlatform;
}

/** Puts the gates before a platform. */
export function openGates(outside: Platform, known: KnownCredentials, work: RunTask): Gates {
  const { gestures } = outside;
  const shown = createShownCertificates();
  const ask = keepPatience({
    ask: shown.noting(sayEnvironment(outside.ask)),
    gestures,
    firstMs: outside.quietMs,
  });
  const gesture = createGestureGate({
    gestures,
    ask,
    withoutQuestion: () => outside.preferences.get().actWithoutInput,
  });
  const platform = guarded({ ...outside, ask: notingTyped(ask, known) }, { gesture, known, work });
  return { shown, gesture, platform };
}
