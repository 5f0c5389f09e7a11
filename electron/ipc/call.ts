/**
 * One row per call: every fact about it stands in one place, and a missing one does not compile. The registrar reads
 * the facts and applies them (size, shape, lock, subject, cancellation), so that no handler has to remember any of
 * it. `CONTRIBUTING.md` walks one call through its row.
 */
import * as z from 'zod/mini';
import type { CallName, Input, Output } from '../../shared/ipc/contract.ts';
import { fail, ok } from '../../shared/ipc/result.ts';
import type { Result } from '../../shared/ipc/result.ts';
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import type { Services } from '../services/services.ts';
import type { About } from './about.ts';
import type { SameShape } from './same-shape.ts';
import { defaultMaxBytes } from './sizes.ts';

/*
 * `effect` states the changes of a call, and with them its cost and its possible ends:
 * - `read`: changes nothing, on a server or here. A cancel, the end of its page and a lock end it. A store that it
 *   would change refuses (`gates/changes-here.ts`).
 * - `changes-here`: changes main's own state: saved connections, the keychain, sessions, drafts, settings. It ends
 *   like a read. `costs` states the input that it needs from the user.
 * - `write`: changes something on a server. Once begun it comes to its end, page or no page, lock or no lock; only
 *   the user's cancel ends it. It spends a gesture.
 * - `once`: its answer exists once. Nothing ends it. It spends a gesture.
 */

/** `answered`: works while locked, to unlock, protect or show harmless state. */
export type WhenLocked = 'refused' | 'answered';

/**
 * Kinds of prompts that the call can open, those of the gates below it included, or `nothing`. Any other is refused.
 */
export type Asks = 'nothing' | readonly TrustedRequest['kind'][];

/** Arguments of a call besides its subject and its input. */
export interface CallContext {
  /** Aborts as the call's effect allows. */
  readonly signal: AbortSignal;
  readonly services: Services;
}

/**
 * Words for a call without a gesture, e.g. `Save an entry`: a changing call has to name its change. A read needs
 * none.
 */
type EffectAndWords =
  | { readonly effect: 'read' }
  | ({ readonly effect: 'changes-here' } & ChangesHere)
  | {
      readonly effect: 'write' | 'once';
      readonly says: string;
      /**
       * Set if a `write`'s answer exists once, though the user's cancel ends it. Refused without room for results.
       */
      readonly bringsOnce?: true;
    };

/** Facts of a change of main's own state. */
export interface ChangesHere {
  readonly says: string;
  /**
   * `keystroke`: for data that a page saves while the user types and clicks. Each real input pays for one, and
   * keeps its gesture; without one the call is refused without a question. `nothing`: the call protects, or tidies
   * up after the page.
   */
  readonly costs: 'gesture' | 'keystroke' | 'nothing';
}

/** The facts of a call. */
export type Facts<N extends CallName, S extends z.ZodMiniType, Subject> = EffectAndWords & {
  /** Strict objects, every text and list bounded. It takes exactly the input of the contract, optional fields too. */
  readonly input: S & SameShape<Input<N>, z.output<S>>;
  /** Names the earlier call that has paid for this one, as part of the same click (`GestureGate.leave`). */
  readonly paidBy?: (input: Input<N>) => string | undefined;
  /** Subject, found before `run`; the call is refused if it is locked, closed or foreign. */
  readonly about: About<Input<N>, Subject>;
  readonly whenLocked: WhenLocked;
  readonly asks: Asks;
  /** Set if its result crosses as one JSON text: a clone of thousands of small objects costs ten times as much. */
  readonly asJson?: true;
  /** Largest input as main holds it: two bytes a character, eight a value. 64 KiB by default. */
  readonly maxBytes?: number;
  readonly run: (subject: Subject, input: Input<N>, context: CallContext) => Output<N> | Promise<Output<N>>;
};

/** A call as the registrar sees it: its facts, with types hidden. */
export type Row<N extends CallName = CallName> = EffectAndWords & {
  readonly name: N;
  readonly whenLocked: WhenLocked;
  readonly asks: Asks;
  readonly asJson: boolean;
  readonly maxBytes: number;
  /** Subject of the call, in words. */
  readonly about: string;
  /** Schema of its inputs; tests make inputs from it. */
  readonly schema: z.ZodMiniType;
  /** Checks an input and takes it over. The error is `invalid-input` and names the field, never its value. */
  readonly parse: (input: unknown) => Result<Input<N>>;
  /** Names the earlier call that has paid for this one. */
  readonly paidBy: (parsed: unknown) => string | undefined;
  /** The sessions of a parsed input: if one of them is locked, the call is refused. */
  readonly sessions: (services: Services, parsed: unknown) => readonly string[];
  /** The sessions whose environment the prompts of a parsed input name. */
  readonly concerns: (services: Services, parsed: unknown) => readonly string[];
  /** Keeps the subject of a parsed input until the call has ended; returns its release. */
  readonly keep: (services: Services, parsed: unknown) => () => void;
  /** Finds the subject and runs. Throws `AppFailure`. */
  readonly perform: (parsed: unknown, context: CallContext) => unknown;
};

/** Makes the row of a call from its facts. */
export function call<N extends CallName, S extends z.ZodMiniType, Subject>(
  name: N,
  facts: Facts<N, S, Subject>,
): Row<N> {
  const {
    input: schema,
    about,
    whenLocked,
    asks,
    asJson = false,
    maxBytes = defaultMaxBytes,
    paidBy,
    run,
  } = facts;
  // The one place where a parsed input gets its type back: it has just passed a schema of that very type.
  const typed = (parsed: unknown): Input<N> => parsed as Input<N>;
  return {
    ...effectOf(facts),
    name,
    whenLocked,
    asks,
    asJson,
    maxBytes,
    about: about.what,
    schema,
    parse: (input) => {
      const parsed = parse(name, schema, input);
      return parsed.ok ? ok(typed(parsed.value)) : parsed;
    },
    paidBy: (parsed) => paidBy?.(typed(parsed)),
    sessions: (services, parsed) => about.sessions?.(services, typed(parsed)) ?? [],
    concerns: (services, parsed) => (about.concerns ?? about.sessions)?.(services, typed(parsed)) ?? [],
    keep: (services, parsed) => about.keep?.(services, typed(parsed)) ?? (() => undefined),
    perform: (parsed, context) => run(about.find(context.services, typed(parsed)), typed(parsed), context),
  };
}

function effectOf(facts: EffectAndWords): EffectAndWords {
  const { effect } = facts;
  if (effect === 'read') return { effect };
  if (effect === 'changes-here') return { effect, says: facts.says, costs: facts.costs };
  const once = facts.bringsOnce === undefined ? {} : { bringsOnce: facts.bringsOnce };
  return { effect, says: facts.says, ...once };
}

function parse(name: string, schema: z.ZodMiniType, input: unknown): Result<unknown> {
  const parsed = z.safeParse(schema, input);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  // Names of fields only, never their values.
  const field = [...(issue?.path ?? []).map(String), ...unknownKeys.slice(0, 1)].join('.').slice(0, 200);
  const where = field === '' ? '' : ` at “${field}”`;
  // A rule of our own has its own message.
  if (issue?.code === 'custom') return fail({ kind: 'invalid-input', field, message: issue.message });
  const why = unknownKeys.length > 0 ? 'it has a field that this call does not take' : reason(issue?.code);
  return fail({
    kind: 'invalid-input',
    message: `The call ${name} was refused: ${why}${where}.`,
    ...(field === '' ? {} : { field }),
  });
}

function reason(code: string | undefined): string {
  switch (code) {
    case 'too_big':
      return 'something is too long or too large';
    case 'too_small':
      return 'something is too short or too small';
    default:
      return 'something is missing or not of the right kind';
  }
}
