/** The server itself. */
import type { SealFacts, SystemPanel, SystemStatus } from '../../vault/system.ts';
import type { Where } from '../../vault/where.ts';
import type { Call } from './call.ts';

export interface SystemCalls {
  'system.status': Call<{ readonly where: Where; readonly panel: SystemPanel }, SystemStatus>;
  /** One share, typed in the trusted view; the last one unseals. */
  'system.unseal': Call<{ readonly where: Where }, SealFacts>;
  /** Forgets the shares given so far; confirmed in the trusted view. */
  'system.resetUnseal': Call<{ readonly where: Where }, SealFacts>;
}
