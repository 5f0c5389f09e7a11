/** Facts that most rows share, and rows of the usual kinds: a row with another fact states all of them. */
import * as z from 'zod/mini';
import type { CallName, Input, Output } from '../../shared/ipc/contract.ts';
import type { Where } from '../../shared/vault/where.ts';
import type { OpenEntry } from '../core/entries/open.ts';
import type { Session } from '../core/session/session.ts';
import { aCredential, anAnswer, anOpenEntry, aPlace, aSession, nothing } from './about.ts';
import { call, type Asks, type CallContext, type ChangesHere, type Row } from './call.ts';
import { id, inSession } from './calls/fields.ts';
import { where } from './calls/service-fields.ts';
import type { SameShape } from './same-shape.ts';

/** A read that asks nothing and is refused while the app is locked. */
export const reads = { effect: 'read', whenLocked: 'refused', asks: 'nothing' } as const;

/** A read that asks nothing and is answered while the app is locked, too. */
export const readsWhenLocked = { effect: 'read', whenLocked: 'answered', asks: 'nothing' } as const;

/** A change on a server, which can ask for confirmation. */
export const writes = { effect: 'write', whenLocked: 'refused', asks: ['confirm'] } as const;

/** Prompts that a first contact with a server can open. */
export const toConnect = ['enter-passphrase', 'enter-fields', 'confirm-trust'] as const;

type Fields = Readonly<Record<string, z.ZodMiniType>>;
type Run<N extends CallName, Subject> = (
  subject: Subject,
  input: Input<N>,
  context: CallContext,
) => Output<N> | Promise<Output<N>>;
/** Fields of an input besides those that name its subject; together they take exactly the contract's type. */
type Rest<N extends CallName, F extends Fields, Named extends Fields> = F &
  SameShape<Input<N>, z.output<z.ZodMiniObject<F & Named, z.core.$strict>>>;
/** Facts that few rows have. */
interface More<N extends CallName> {
  /** Default: nothing, or `confirm` for a write; about a place the prompts of a first contact, too. */
  readonly asks?: Asks;
  readonly maxBytes?: number;
  readonly asJson?: true;
  readonly bringsOnce?: true;
  readonly paidBy?: (input: Input<N>) => string | undefined;
}

/** Makes `(name, fields, run)` for reads of one kind of subject. */
function reading<Subject, Named extends Fields>(facts: object, named: Named) {
  return <N extends CallName, F extends Fields>(
    name: N,
    fields: Rest<N, F, Named>,
    run: Run<N, Subject>,
    more: More<N> = {},
  ) => rowOf(name, { ...facts, input: z.strictObject({ ...named, ...fields }), run, ...more });
}

/** Makes `(name, says, fields, run)` for changes of one kind of subject. */
function writing<Subject, Named extends Fields>(facts: object, named: Named) {
  return <N extends CallName, F extends Fields>(
    name: N,
    says: string,
    fields: Rest<N, F, Named>,
    run: Run<N, Subject>,
    more: More<N> = {},
  ) => rowOf(name, { ...facts, says, input: z.strictObject({ ...named, ...fields }), run, ...more });
}

/** Makes `(name, facts, fields, run)` for calls whose answer exists once. */
function answeringOnce<Subject, Named extends Fields>(about: object, named: Named) {
  const usual = { effect: 'once', whenLocked: 'refused', about };
  return <N extends CallName, F extends Fields>(
    name: N,
    facts: More<N> & { readonly says: string; readonly asks: Asks },
    fields: Rest<N, F, Named>,
    run: Run<N, Subject>,
  ) => rowOf(name, { ...usual, ...facts, input: z.strictObject({ ...named, ...fields }), run });
}

/** Makes `(name, facts, fields, run)` for changes of main's own state. */
function changingHere<Subject, Named extends Fields>(about: object, named: Named) {
  const usual = { effect: 'changes-here', whenLocked: 'refused', about };
  return <N extends CallName, F extends Fields>(
    name: N,
    facts: More<N> & ChangesHere & { readonly asks: Asks },
    fields: Rest<N, F, Named>,
    run: Run<N, Subject>,
  ) => rowOf(name, { ...usual, ...facts, input: z.strictObject({ ...named, ...fields }), run });
}

/** `Rest` has proved the schema, and the makers below name the subject's type. */
const rowOf = call as unknown as <N extends CallName>(name: N, facts: object) => Row<N>;

const ofEntry = { entryId: id };
const ofAnswer = { answerId: id };
const ofCredential = { secretRef: id };
const ofPlace = { where };
const ofApp = {};

export const read = reading<Session, typeof inSession>({ ...reads, about: aSession }, inSession);
export const write = writing<Session, typeof inSession>({ ...writes, about: aSession }, inSession);
export const once = answeringOnce<Session, typeof inSession>(aSession, inSession);
export const change = changingHere<Session, typeof inSession>(aSession, inSession);
export const readOfEntry = reading<OpenEntry, typeof ofEntry>({ ...reads, about: anOpenEntry }, ofEntry);
export const writeOfEntry = writing<OpenEntry, typeof ofEntry>({ ...writes, about: anOpenEntry }, ofEntry);
export const onceOfEntry = answeringOnce<OpenEntry, typeof ofEntry>(anOpenEntry, ofEntry);
export const readOfPlace = reading<Where, typeof ofPlace>(
  { ...reads, about: aPlace, asks: toConnect },
  ofPlace,
);
export const writeOfPlace = writing<Where, typeof ofPlace>(
  { ...writes, about: aPlace, asks: ['confirm', ...toConnect] },
  ofPlace,
);
export const onceOfPlace = answeringOnce<Where, typeof ofPlace>(aPlace, ofPlace);
export const readOfAnswer = reading<string, typeof ofAnswer>({ ...reads, about: anAnswer }, ofAnswer);
export const changeOfAnswer = changingHere<string, typeof ofAnswer>(anAnswer, ofAnswer);
export const changeOfCredential = changingHere<string, typeof ofCredential>(aCredential, ofCredential);
export const readOfApp = reading<undefined, typeof ofApp>({ ...reads, about: nothing }, ofApp);
export const readWhenLocked = reading<undefined, typeof ofApp>({ ...readsWhenLocked, about: nothing }, ofApp);
export const writeOfApp = writing<undefined, typeof ofApp>({ ...writes, about: nothing }, ofApp);
export const changeOfApp = changingHere<undefined, typeof ofApp>(nothing, ofApp);
