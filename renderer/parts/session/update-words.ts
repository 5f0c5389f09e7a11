/** Texts about an update outside of the settings. */
import type { UpdateState } from '../../../shared/ipc/contract/updates.ts';

/** `Version 0.2.0 available`; undefined without an update. */
export function updateWords(state: UpdateState | undefined): string | undefined {
  if (state?.stage.kind === 'found') return `Version ${state.stage.update.version} available`;
  if (state?.stage.kind !== 'ready') return undefined;
  const { update, atQuit } = state.stage;
  return atQuit ? `Version ${update.version} installs at quit` : `Version ${update.version} ready to install`;
}
