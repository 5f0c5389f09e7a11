/** Actions of the editor's rows, as stable objects: a row without changes is not drawn again. */
import { useCallback, useMemo, useState } from 'react';
import type { FileValue } from '../../../../shared/vault/editing.ts';
import type { GeneratedValue } from '../../../../shared/vault/entry.ts';
import type { AddedActions } from './added-row.tsx';
import type { CopyValue } from '../../../parts/value/copy-value.ts';
import { switchedMode, valueTextOf, type ValueText } from '../../../parts/value/value-text.ts';
import type { MenuItem } from '../../../ui/menu-popup.tsx';
import {
  withAddedChanged,
  withGenerated,
  withoutAdded,
  withRemoved,
  withUndone,
  withValue,
} from './draft.ts';
import type { RowActions } from './edit-row.tsx';
import { addedName } from './added-name.ts';
import type { Editing } from './editing.ts';
import { useValueFile, type FileForm, type ValueFile } from '../read/value-file.ts';

/** The menu of a row, open below a button. */
export interface OpenRowMenu {
  readonly at: { readonly x: number; readonly y: number };
  /** Interpretation of the text in the editor. */
  readonly first: readonly MenuItem[];
  readonly onFrom: (as: 'auto' | 'base64') => void;
  /** Undefined: the key has no saved value. */
  readonly onTo: ((as: FileForm) => void) | undefined;
}

export interface Rows {
  readonly rows: RowActions;
  readonly added: AddedActions;
  readonly files: ValueFile;
  readonly menu: OpenRowMenu | undefined;
  readonly closeMenu: () => void;
  /** Set while the dialog for generating a password is open. */
  readonly asking: Asking | undefined;
  readonly closeAsking: () => void;
}

/** The key that a generated password is for. */
export interface Asking {
  /** Name for use in a sentence; empty: a key without a name yet. */
  readonly name: string;
  readonly use: (generated: GeneratedValue) => void;
}

/** Creates the actions of an editor's rows. */
export function useRowActions({ view, change, openKey, typeOver }: Editing, { copyPart }: CopyValue): Rows {
  const files = useValueFile(view.entryId);
  const { fromFile, toFile } = files;
  const [menu, setMenu] = useState<OpenRowMenu>();
  const closeMenu = useCallback(() => setMenu(undefined), []);
  const [asking, setAsking] = useState<Asking>();
  const closeAsking = useCallback(() => setAsking(undefined), []);

  const rows = useMemo(
    (): RowActions => ({
      open: openKey,
      value: (key, value) => change((before) => withValue(before, key, value)),
      type: ({ key, type }, text) => typeOver(key, { mode: type === 'string' ? 'string' : 'json', text }),
      remove: (key) => change((before) => withRemoved(before, key)),
      undo: (key) => change((before) => withUndone(before, key)),
      generate: (key) => {
        setAsking({
          name: key,
          use: (generated) => change((before) => withGenerated(before, key, generated)),
        });
      },
      copy: copyPart,
      more: (key, button, value) => {
        setMenu({
          at: below(button),
          first: kindChoice(value, (now) => change((before) => withValue(before, key, now))),
          onFrom: (as) =>
            fromFile(key, as, ({ rawJson }: FileValue) =>
              change((before) => withValue(before, key, valueTextOf(rawJson))),
            ),
          onTo: (as) => toFile(key, as),
        });
      },
    }),
    [openKey, typeOver, change, copyPart, fromFile, toFile],
  );
  const added = useMemo(
    (): AddedActions => ({
      change: (id, what) => change((before) => withAddedChanged(before, id, what)),
      drop: (id) => change((before) => withoutAdded(before, id)),
      generate: (id, name) => {
        setAsking({
          name,
          use: (generated) =>
            change((before) => withAddedChanged(before, id, { value: { mode: 'generated', generated } })),
        });
      },
      copy: copyPart,
      more: (id, button, value) => {
        setMenu({
          at: below(button),
          first: kindChoice(value, (now) => change((before) => withAddedChanged(before, id, { value: now }))),
          onFrom: (as) =>
            fromFile(addedName(id), as, ({ rawJson }: FileValue) =>
              change((before) => withAddedChanged(before, id, { value: valueTextOf(rawJson) })),
            ),
          onTo: undefined,
        });
      },
    }),
    [change, copyPart, fromFile],
  );
  return { rows, added, files, menu, closeMenu, asking, closeAsking };
}

/** The two ways to read a text, as an item of its row's menu. */
function kindChoice(value: ValueText | undefined, onValue: (value: ValueText) => void): readonly MenuItem[] {
  if (value === undefined) return [];
  return [
    {
      kind: 'choice',
      label: 'Value type',
      value: value.mode,
      options: [
        { value: 'string', label: 'Text' },
        { value: 'json', label: 'JSON' },
      ],
      onValue: (mode) => {
        if (mode !== value.mode) onValue(switchedMode(value));
      },
    },
  ];
}

function below(button: HTMLElement): OpenRowMenu['at'] {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom + 2 };
}
