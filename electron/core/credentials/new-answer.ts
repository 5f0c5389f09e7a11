/** An answer of a server as it is handed over to be held. */
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';

export interface NewAnswer {
  /** Absent for what was answered without a session. */
  readonly sessionId?: string;
  readonly title: string;
  readonly method: string;
  /** API path without `/v1/`; it holds no credential. */
  readonly path: string;
  readonly answer: VaultAnswer;
  readonly elapsedMs: number;
  readonly once: boolean;
  /** `hidden`: the values below `data` are revealed one by one; `plain`: only credentials are kept from sight. */
  readonly values: 'hidden' | 'plain';
  /** Where it was answered, for an answer of no session. */
  readonly target?: ConnectionTarget;
}
