/** Programs that ask for secrets: their socket while it is wanted, and what they asked and were given. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Preferences } from '../../../shared/ipc/contract.ts';
import type { PastRequest, ProgramsState } from '../../../shared/vault/programs.ts';
import { runOutOfCall } from '../../core/gates/call-scope.ts';
import type { ProgramConnection, ProgramSystem } from '../../core/program-system.ts';
import { outsideWrites } from '../../core/session/write-scope.ts';
import type { Session } from '../../core/session/session.ts';
import type { Pace } from '../pace.ts';
import { createAsker } from './asker.ts';
import type { ProgramAsker } from './asker.ts';
import type { GrantRule } from './consent.ts';
import { createProgramRecord } from './record.ts';
import { serveProgram } from './serve.ts';
import type { TargetParts } from './targets.ts';
import { createProgramTurns } from './turns.ts';

export interface ProgramsParts extends TargetParts {
  readonly system: ProgramSystem;
  readonly isLocked: () => boolean;
  readonly preferences: {
    readonly get: () => Pick<Preferences, 'programs' | 'programsRememberProduction'>;
  };
  readonly paceFor: (session: Session) => Pace;
  readonly version: string;
  /** So many requests wait for an answer in the secure prompt. */
  readonly waiting: (count: number) => void;
  readonly changed: () => void;
  /** Called with each request that has ended. */
  readonly noted: (request: PastRequest) => void;
  readonly log: (line: string) => void;
  readonly report: (problem: string) => void;
  /** Length of the quiet time after a no, for tests. */
  readonly quietMs?: number | undefined;
  /** Serves an agent until its connection ends. */
  readonly serveAgent?: (connection: ProgramConnection, programs: AgentServices) => Promise<void>;
}

/** Parts of programs that agents are served by. */
export interface AgentServices extends TargetParts {
  readonly asker: ProgramAsker;
  readonly system: ProgramSystem;
}

export interface Programs {
  readonly list: () => ProgramsState;
  /** Ends a grant; without an id all of them. Throws `invalid-input` for an unknown one. */
  readonly revoke: (id?: string) => ProgramsState;
  /** Opens or closes the socket, as the preferences say. Resolves when it is done; a failure is reported. */
  readonly follow: () => Promise<void>;
  /** Ends what a session gave: it is locked or closed. */
  readonly endSession: (sessionId: string) => void;
  /** Ends all: the socket closes, and what was made for programs is revoked. */
  readonly stop: () => Promise<void>;
}

/** Makes them; the socket is closed. */
export function createPrograms(parts: ProgramsParts): Programs {
  const { system, preferences, waiting, changed, log, report, serveAgent } = parts;
  const record = createProgramRecord<GrantRule>({
    changed,
    noted: parts.noted,
    isOver: ({ process }) => process !== undefined && !system.isRunning(process),
  });
  const turns = createProgramTurns((count) => {
    waiting(count);
    changed();
  }, parts.quietMs);
  const asker = createAsker({ ...parts, record, turns });
  const serving = new Set<Promise<void>>();
  let close: (() => Promise<void>) | undefined;
  let turn: Promise<void> = Promise.resolve();
  let stopped = false;

  function serve(connection: ProgramConnection): Promise<void> {
    const { serveAgent: _, ...shared } = parts;
    const agent =
      serveAgent === undefined
        ? {}
        : { serveAgent: (one: ProgramConnection) => serveAgent(one, { ...parts, asker, system }) };
    const served = serveProgram(connection, { ...shared, asker, ...agent }).finally(() =>
      serving.delete(served),
    );
    serving.add(served);
    return served;
  }

  async function end(): Promise<void> {
    const closing = close;
    close = undefined;
    await closing?.();
    record.revokeAll();
    await Promise.allSettled(serving);
  }

  async function set(): Promise<void> {
    const on = preferences.get().programs && !stopped;
    if (on === (close !== undefined)) return;
    try {
      if (on) close = await system.open(serve);
      else await end();
      log(on ? 'programs can ask' : 'programs cannot ask');
    } catch (error) {
      report(`Programs cannot ask for secrets. ${error instanceof Error ? error.message : ''}`);
    }
    changed();
  }

  /** One after another. The socket outlives the call that switches it on, and is no part of it. */
  function follow(): Promise<void> {
    turn = turn.then(() => runOutOfCall(() => outsideWrites(set)));
    return turn;
  }

  const list = (): ProgramsState => ({
    on: close !== undefined,
    socket: system.socket(),
    grants: record.grants().map(({ view }) => view),
    requests: record.past(),
    waiting: turns.waiting(),
  });

  return {
    list,
    follow,
    revoke: (id) => {
      if (id === undefined) record.revokeAll();
      else if (!record.revoke(id))
        throw new AppFailure({
          kind: 'invalid-input',
          field: 'id',
          message: 'This grant has ended already.',
        });
      return list();
    },
    endSession: (sessionId) => void runOutOfCall(() => asker.endSession(sessionId)),
    stop: async () => {
      stopped = true;
      await follow();
    },
  };
}
