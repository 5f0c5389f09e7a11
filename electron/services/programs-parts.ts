/** Programs, made of the platform and the sessions, and following the preferences. */
import type { Emit, Platform } from '../core/platform.ts';
import { startAgentThread } from '../worker/agent-thread.ts';
import { createAgents } from '../work/programs/serve-agent.ts';
import { createPrograms } from '../work/programs/programs.ts';
import type { Programs, ProgramsParts } from '../work/programs/programs.ts';

type Made = Pick<ProgramsParts, 'profiles' | 'sessions' | 'isLocked' | 'preferences' | 'paceFor'> & {
  readonly platform: Pick<
    Platform,
    'programs' | 'programsWaiting' | 'pastRequest' | 'log' | 'report' | 'app' | 'quietMs'
  >;
  readonly emit: Emit;
};

/** Makes them; the socket is closed. */
export function makePrograms({ platform, emit, ...parts }: Made): Programs {
  return createPrograms({
    ...parts,
    system: platform.programs,
    version: platform.app.version,
    waiting: platform.programsWaiting,
    changed: () => emit('programs.changed', {}),
    noted: platform.pastRequest,
    log: platform.log,
    report: platform.report,
    quietMs: platform.quietMs,
    serveAgent: createAgents(() => startAgentThread({ version: platform.app.version, progressMs: 15_000 })),
  });
}

/** Preferences whose changes open and close the socket. */
export function followedBy(
  preferences: Platform['preferences'],
  programs: () => Pick<Programs, 'follow'>,
): Platform['preferences'] {
  return {
    ...preferences,
    set: (change) => {
      const next = preferences.set(change);
      void programs().follow();
      return next;
    },
  };
}
