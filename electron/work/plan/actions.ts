/** The kinds of actions of plans. */
import { importing } from '../import/write.ts';
import type { ActionKind } from './action.ts';
import { copyKey } from './copy-key.ts';
import { edit } from './edit.ts';
import type { MainAction } from './plans.ts';
import { ofSettings } from './settings.ts';
import { moving, transfer } from './transfer.ts';
import { undoing } from './undo.ts';
import { ofVersions } from './versions.ts';

type Kinds = {
  readonly [K in MainAction['kind']]: ActionKind<Extract<MainAction, { readonly kind: K }>>;
};

const kinds: Kinds = {
  copy: transfer,
  move: moving,
  rename: moving,
  delete: ofVersions,
  undelete: ofVersions,
  destroy: ofVersions,
  remove: ofVersions,
  'set-settings': ofSettings,
  'set-metadata': ofSettings,
  'set-key': edit,
  'copy-key': copyKey,
  'rename-key': edit,
  'remove-key': edit,
  'replace-value': edit,
  rotate: edit,
  import: importing,
  undo: undoing,
};

/** The kind of an action, which takes that very action. */
export function kindOf(action: MainAction): ActionKind {
  return kinds[action.kind] as unknown as ActionKind;
}
