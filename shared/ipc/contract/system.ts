/** The server itself. */
import type { SystemPanel, SystemStatus } from '../../vault/system.ts';
import type { Where } from '../../vault/where.ts';
import type { Call } from './call.ts';

export interface SystemCalls {
  'system.status': Call<{ readonly where: Where; readonly panel: SystemPanel }, SystemStatus>;
}
