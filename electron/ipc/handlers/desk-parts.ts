/** What the handlers of all domains share, made once. */
import type { AnswerStore } from '../../session/answers.ts';
import type { Visits } from '../../session/visits.ts';
import type { SharedWraps } from '../../session/wrapping/shared-wraps.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Drafts } from '../../session/drafts.ts';
import type { FileStore } from '../../session/files.ts';
import type { HeldEntries } from '../../session/held-entries.ts';
import type { KeychainTokens } from '../../session/keychain-tokens.ts';
import type { Lock } from '../../session/lock.ts';
import type { OfferInMain } from '../../session/offers.ts';
import type { Profiles } from '../../session/profiles.ts';
import type { SecretStore } from '../../session/secrets.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { Workspaces } from '../../session/workspaces.ts';
import type { ConnectParts } from '../../session/connect.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import type { Emit, Handlers, Platform } from '../calls.ts';

export interface DeskParts {
  readonly platform: Platform;
  readonly connectParts: ConnectParts;
  readonly files: FileStore;
  readonly profiles: Profiles;
  readonly offers: () => readonly OfferInMain[];
  readonly secrets: SecretStore;
  readonly sessions: Sessions;
  readonly entries: HeldEntries;
  readonly drafts: Drafts;
  readonly workspaces: Workspaces;
  readonly keychainTokens: KeychainTokens;
  readonly lock: Lock;
  readonly jobs: Jobs;
  readonly answers: AnswerStore;
  readonly visits: Visits;
  readonly sharedWraps: SharedWraps;
  readonly emit: Emit;
}

/** The handlers whose names begin with one of the domains. */
export type HandlersOf<D extends string> = Pick<Handlers, Extract<CallName, `${D}.${string}`>>;
