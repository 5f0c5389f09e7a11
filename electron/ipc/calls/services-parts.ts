/** What the handlers of all domains share, made once. */
import type { AnswerStore } from '../../core/credentials/answers.ts';
import type { Visits } from '../../core/sessions/unauthenticated.ts';
import type { SharedWraps } from '../../core/wrapping/shared-wraps.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Drafts } from '../../core/entries/drafts.ts';
import type { FileStore } from '../../core/connection/files.ts';
import type { HeldEntries } from '../../core/entries/held-entries.ts';
import type { KeychainTokens } from '../../core/profiles/keychain-tokens.ts';
import type { Lock } from '../../core/sessions/lock.ts';
import type { OfferInMain } from '../../core/login/environment-credentials.ts';
import type { Profiles } from '../../core/profiles/profiles.ts';
import type { SecretStore } from '../../core/credentials/secrets.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';
import type { Workspaces } from '../../core/profiles/workspaces.ts';
import type { ConnectParts } from '../../core/connection/connect.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import type { Emit, Handlers, Platform } from '../../core/platform.ts';

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
