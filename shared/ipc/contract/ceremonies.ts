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
import type { Call, None } from './call.ts';

export interface CeremonyCalls {
  'ceremony.status': Call<{ readonly where: Where; readonly ceremony: KeyCeremony }, CeremonyStatus>;
  'ceremony.begin': Call<{ readonly where: Where; readonly options: BeginOptions }, CeremonyStep>;
  /** One share, typed in the secure prompt. `nonce`: the ceremony on the user's screen; any other is refused. */
  'ceremony.giveShare': Call<
    { readonly where: Where; readonly ceremony: KeyCeremony; readonly nonce: string },
    CeremonyStep
  >;
  /** Cancels the ceremony for all participants, or restarts only its verification. */
  'ceremony.cancel': Call<
    {
      readonly where: Where;
      readonly ceremony: KeyCeremony;
      readonly nonce: string;
      readonly only: 'all' | 'verification';
    },
    CeremonyStatus
  >;
  /**
   * Decodes a root token that another operator received. The user types the encoded text, and the one-time password
   * unless main stores it.
   */
  'ceremony.decodeRootToken': Call<{ readonly where: Where }, AnswerSummary>;
  /** The server's encrypted backup of the shares, as a one-time result. */
  'ceremony.backup': Call<
    { readonly where: Where; readonly ceremony: 'rekey' | 'recovery-rekey' },
    AnswerSummary
  >;
  'ceremony.removeBackup': Call<
    { readonly where: Where; readonly ceremony: 'rekey' | 'recovery-rekey' },
    None
  >;
  /** Replaces the root key without shares, if the server offers it. */
  'ceremony.rotateRoot': Call<{ readonly where: Where }, None>;
  /** Answers the one-time result with the shares and the root token. */
  'ceremony.init': Call<{ readonly where: Where; readonly options: InitOptions }, AnswerSummary>;
  /** The connection's own nodes, and `more`; unconfirmed ones are listed without contacting them. */
  'ceremony.nodes': Call<{ readonly where: Where; readonly more: readonly string[] }, readonly NodeSeal[]>;
  /** Has the user confirm that an address can be contacted. */
  'ceremony.confirmNode': Call<{ readonly where: Where; readonly address: string }, NodeSeal>;
  /** Sends one share to every sealed, confirmed node. */
  'ceremony.unseal': Call<{ readonly where: Where; readonly more: readonly string[] }, readonly NodeSeal[]>;
  /** Resets the unseal progress of every sealed, confirmed node. */
  'ceremony.resetUnseal': Call<
    { readonly where: Where; readonly more: readonly string[] },
    readonly NodeSeal[]
  >;
  /** Shows the unsaved credentials of a result one at a time; the user confirms each as saved. */
  'ceremony.showResult': Call<{ readonly answerId: string; readonly again: boolean }, SavedResult>;
  'ceremony.saved': Call<{ readonly answerId: string }, SavedResult>;
  /** Reads public keys from a text: base64, or armored keys one below the other. */
  'ceremony.readPgpKeys': Call<{ readonly text: string }, readonly PgpKeyFacts[]>;
  /** The same from a file that the user chooses. */
  'ceremony.choosePgpKeys': Call<None, readonly PgpKeyFacts[]>;
}
