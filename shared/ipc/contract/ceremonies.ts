/** Key ceremonies: initialising, unsealing every node, rekeying, rotating the root key, generating a root token. */
import type { AnswerSummary } from '../../vault/answer.ts';
import type {
  BeginOptions,
  CeremonyStatus,
  CeremonyStep,
  InitOptions,
  KeyCeremony,
  NodeSeal,
  PgpKeyFacts,
  SavedResult,
} from '../../vault/ceremony.ts';
import type { Where } from '../../vault/where.ts';
import type { Call, InSession, None } from './call.ts';

export interface CeremonyCalls {
  'ceremony.status': Call<{ readonly where: Where; readonly ceremony: KeyCeremony }, CeremonyStatus>;
  'ceremony.begin': Call<{ readonly where: Where; readonly options: BeginOptions }, CeremonyStep>;
  /** One share, typed in the secure prompt. `nonce`: of the ceremony that the person sees; another one is refused. */
  'ceremony.giveShare': Call<
    { readonly where: Where; readonly ceremony: KeyCeremony; readonly nonce: string },
    CeremonyStep
  >;
  /** Cancels it for everybody, or begins its verification anew. */
  'ceremony.cancel': Call<
    {
      readonly where: Where;
      readonly ceremony: KeyCeremony;
      readonly nonce: string;
      readonly only: 'all' | 'verification';
    },
    CeremonyStatus
  >;
  /** Decodes a root token that somebody else received; the encoded text, and a one-time password that is not held, are typed. */
  'ceremony.decodeRootToken': Call<{ readonly where: Where }, AnswerSummary>;
  /** The encrypted copies of the shares that the server keeps, as a one-time result. */
  'ceremony.backup': Call<
    { readonly where: Where; readonly ceremony: 'rekey' | 'recovery-rekey' },
    AnswerSummary
  >;
  'ceremony.removeBackup': Call<
    { readonly where: Where; readonly ceremony: 'rekey' | 'recovery-rekey' },
    None
  >;
  /** Replaces the root key without shares, where the server offers it. */
  'ceremony.rotateRoot': Call<{ readonly where: Where }, None>;
  /** Answers the one-time result that holds the shares and the root token. */
  'ceremony.init': Call<{ readonly where: Where; readonly options: InitOptions }, AnswerSummary>;
  /** The connection's own nodes, and `more`; those that nobody has confirmed are named and not asked. */
  'ceremony.nodes': Call<{ readonly where: Where; readonly more: readonly string[] }, readonly NodeSeal[]>;
  /** Asks whether an address may be contacted. */
  'ceremony.confirmNode': Call<{ readonly where: Where; readonly address: string }, NodeSeal>;
  /** One share to every sealed node that is confirmed. */
  'ceremony.unseal': Call<{ readonly where: Where; readonly more: readonly string[] }, readonly NodeSeal[]>;
  /** Forgets the shares given so far to every sealed node that is confirmed. */
  'ceremony.resetUnseal': Call<
    { readonly where: Where; readonly more: readonly string[] },
    readonly NodeSeal[]
  >;
  /** Shows what of a result is not saved yet, one credential at a time, each confirmed as saved. */
  'ceremony.showResult': Call<{ readonly answerId: string; readonly again: boolean }, SavedResult>;
  'ceremony.saved': Call<{ readonly answerId: string }, SavedResult>;
  /** Reads public keys from a text: armored ones, several below each other, or base64. */
  'ceremony.readPgpKeys': Call<{ readonly text: string }, readonly PgpKeyFacts[]>;
  /** The same from a file that the person chooses. */
  'ceremony.choosePgpKeys': Call<None, readonly PgpKeyFacts[]>;
  /** Enables an audit device that writes to a file of the server. */
  'ceremony.firstAudit': Call<InSession & { readonly filePath: string }, None>;
  /** Enables KV version 2 at a path. */
  'ceremony.firstKv': Call<InSession & { readonly path: string }, None>;
}
