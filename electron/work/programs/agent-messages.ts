/**
 * Messages between main and the thread that speaks the protocol with one agent. The thread gets the agent's lines and
 * the answers to its deeds; never a value, a token or an address.
 */
import type { ProgramError } from './protocol.ts';

/** Main → thread. */
export type ToAgentThread =
  /** One JSON-RPC message of the agent. The next one comes after `taken`. */
  { readonly line: string } | { readonly answered: number; readonly answer: DeedAnswer };

/** Thread → main. */
export type FromAgentThread =
  | { readonly taken: true }
  /** One JSON-RPC message for the agent. */
  | { readonly line: string }
  /** A tool was called: `input` is the agent's own, and so is the name that it goes by. */
  | { readonly deed: number; readonly name: string; readonly input: unknown; readonly agent: string }
  /** The agent has cancelled that call. */
  | { readonly withdrawn: number };

/** Answer of a tool. */
export type DeedAnswer =
  { readonly ok: Readonly<Record<string, unknown>> } | { readonly error: ProgramError };

/** Facts that the thread needs at its start. */
export interface AgentThreadData {
  readonly version: string;
  /** Time between two signs that a call is still at work. */
  readonly progressMs: number;
}
