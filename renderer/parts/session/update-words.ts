/** Texts about updates. */
import type { UpdateMode, UpdateState } from '../../../shared/ipc/contract/updates.ts';

const modes: readonly { readonly value: UpdateMode; readonly label: string; readonly hint: string }[] = [
  { value: 'off', label: 'Off', hint: 'Nothing is contacted.' },
  { value: 'ask', label: 'Notify', hint: 'Checks once a day and tells you.' },
  { value: 'automatic', label: 'Automatic', hint: 'Also downloads, and installs when you quit.' },
];

/** The update modes to choose from. */
export function updateModes({ way }: Pick<UpdateState, 'way'>) {
  return modes.filter(({ value }) => way === 'itself' || value !== 'automatic');
}

/** `Version 0.2.0 available`; undefined without an update. */
export function updateWords(state: UpdateState | undefined): string | undefined {
  if (state?.stage.kind === 'found') return `Version ${state.stage.update.version} available`;
  if (state?.stage.kind !== 'ready') return undefined;
  const { update, atQuit } = state.stage;
  return atQuit ? `Version ${update.version} installs at quit` : `Version ${update.version} ready to install`;
}
