/** The bare request, in a fresh process of the app's Electron as Node. */
import type { BareAnswer, BareTask } from './bare-reference.ts';
import { runReference } from './reference-process.ts';

/** Milliseconds of the bare request, and its body. Rejects if the process fails. */
export function askBarely(electron: string, task: BareTask): Promise<BareAnswer> {
  return runReference(electron, 'bare-reference.ts', task);
}
