/** All calls by name. A call of the contract without a row does not compile. */
import type { CallName } from '../../../shared/ipc/contract.ts';
import type { Row } from '../call.ts';
import { accessCalls } from './access.ts';
import { answerCalls } from './answer.ts';
import { appCalls } from './app.ts';
import { boardCalls } from './board.ts';
import { browseCalls } from './browse.ts';
import { ceremonyCalls } from './ceremonies.ts';
import { clusterCalls } from './cluster.ts';
import { comparisonCalls } from './comparison.ts';
import { connectionCalls } from './connection.ts';
import { consoleCalls } from './console.ts';
import { entryChangeCalls } from './entry-changes.ts';
import { entryFileCalls } from './entry-files.ts';
import { entryRemovalCalls } from './entry-removal.ts';
import { entrySharingCalls } from './entry-sharing.ts';
import { entryCalls } from './entry.ts';
import { environmentCalls } from './environments.ts';
import { folderCalls } from './folder.ts';
import { exportCalls } from './export.ts';
import { importCalls } from './import.ts';
import { lockCalls } from './lock.ts';
import { loginCalls } from './login.ts';
import { menuCalls } from './menu.ts';
import { policyEffectCalls } from './policy-effect.ts';
import { planCalls } from './plan.ts';
import { planFileCalls } from './plan-files.ts';
import { unfinishedPlanCalls } from './plan-unfinished.ts';
import { policyCalls } from './policy.ts';
import { programCalls } from './programs.ts';
import { refusalCalls } from './refusal-explain.ts';
import { searchCalls } from './search.ts';
import { sampleCalls } from './sample.ts';
import { serverChangeCalls } from './server-changes.ts';
import { serverCalls } from './server.ts';
import { sessionCalls } from './session.ts';
import { snapshotCalls } from './snapshot.ts';
import { templateCalls } from './template.ts';
import { tokenCalls } from './token.ts';
import { workspaceCalls } from './workspace.ts';
import { updateCalls } from './updates.ts';
import { wrappingCalls } from './wrapping.ts';

const rows = [
  ...appCalls,
  ...connectionCalls,
  ...lockCalls,
  ...menuCalls,
  ...workspaceCalls,
  ...sessionCalls,
  ...sampleCalls,
  ...browseCalls,
  ...searchCalls,
  ...entryCalls,
  ...entryChangeCalls,
  ...entryRemovalCalls,
  ...entryFileCalls,
  ...entrySharingCalls,
  ...environmentCalls,
  ...exportCalls,
  ...importCalls,
  ...templateCalls,
  ...loginCalls,
  ...answerCalls,
  ...tokenCalls,
  ...refusalCalls,
  ...wrappingCalls,
  ...clusterCalls,
  ...ceremonyCalls,
  ...serverCalls,
  ...serverChangeCalls,
  ...snapshotCalls,
  ...boardCalls,
  ...policyCalls,
  ...policyEffectCalls,
  ...consoleCalls,
  ...accessCalls,
  ...updateCalls,
  ...folderCalls,
  ...planCalls,
  ...planFileCalls,
  ...unfinishedPlanCalls,
  ...comparisonCalls,
  ...programCalls,
] as const;

/** Every call, by its name. */
export type CallTable = Readonly<Record<CallName, Row>>;

type Named = (typeof rows)[number]['name'];

/** Names of the contract without a row above. */
type Missing = Exclude<CallName, Named>;

/** Takes rows only if none is missing. */
function table(complete: Missing extends never ? readonly Row[] : Missing): CallTable {
  return Object.fromEntries(complete.map((row) => [row.name, row])) as CallTable;
}

/** The rows of all calls. */
export const calls: CallTable = table(rows);

/** All rows. */
export const allCalls: readonly Row[] = rows;
