/** Programs that ask for secrets: what was asked, what was given, and how a request ends. */

/** Ends of a request without values; the launcher has an exit code for each. */
export const programCodes = [
  'usage',
  'no-app',
  'denied',
  'locked',
  'no-connection',
  'not-found',
  'unreachable',
  'not-permitted',
  'busy',
  'invalid-reference',
  'unfit-value',
  'changed',
  'failed',
] as const;

export type ProgramCode = (typeof programCodes)[number];

/** `granted-before`: given without a question, by a grant that was remembered. */
export type ProgramOutcome = 'given' | 'granted-before' | ProgramCode;

/** Request of a program. */
export type ProgramCommand = 'run' | 'read' | 'inject' | 'mount' | 'ls' | 'env' | 'agent';

/** A remembered yes. It lives in memory and ends with a lock. */
export interface ProgramGrant {
  readonly id: string;
  /** Program, and its folder if the grant is bound to one. */
  readonly who: string;
  /** An agent asked. */
  readonly agent: boolean;
  /** Name of the connection. */
  readonly connection: string;
  /** References, without values. */
  readonly keys: readonly string[];
  /** ISO 8601; null: bound to a process. */
  readonly until: string | null;
  /** The process that it lasts for, e.g. `bash (4242)`; null: bound to a time. */
  readonly while: string | null;
  /** ISO 8601. */
  readonly givenAt: string;
}

/** A request that has ended. It lives in memory. */
export interface PastRequest {
  /** ISO 8601. */
  readonly at: string;
  readonly who: string;
  readonly agent: boolean;
  readonly command: ProgramCommand;
  readonly connection: string;
  readonly keys: readonly string[];
  readonly outcome: ProgramOutcome;
}

/** State of programs. */
export interface ProgramsState {
  /** The socket exists. */
  readonly on: boolean;
  /** Path of the socket, also while it is off; empty: this system has none, or its folder cannot be used. */
  readonly socket: string;
  readonly grants: readonly ProgramGrant[];
  /** Newest first, at most `mostPastRequests`. */
  readonly requests: readonly PastRequest[];
  /** Requests whose question waits for an answer. */
  readonly waiting: number;
}

export const mostPastRequests = 500;
