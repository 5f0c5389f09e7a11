import { RotateCcw, Trash2 } from 'lucide-react';
import { memo, useCallback } from 'react';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { longestLine } from '../../../ui/longest-line.ts';
import type { ValueText } from '../../../parts/value/value-text.ts';
import type { AddedKey } from './draft.ts';
import { GeneratedFacts, Mark, RowNote, RowTools } from './edit-row.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import css from './edit-table.module.css';
import type { JsonProblem } from './json-problem.ts';
import { KeyName } from '../../../parts/value/key-name.tsx';
import { Text } from '../../../ui/layout.tsx';
import grid from '../../../ui/row-grid.module.css';
import table from '../read/key-table.module.css';
import { ValueEditor } from './value-editor.tsx';
import type { FileNote } from '../read/value-file.ts';

/** Callbacks from rows of added keys to the editor. */
export interface AddedActions {
  readonly change: (id: number, change: Partial<Omit<AddedKey, 'id'>>) => void;
  readonly drop: (id: number) => void;
  readonly generate: (id: number, name: string) => void;
  readonly copy: (name: string, selected: string) => void;
  readonly more: (id: number, button: HTMLElement, value: ValueText | undefined) => void;
}

export interface AddedRowProps {
  readonly added: AddedKey;
  readonly nameProblem: string | undefined;
  readonly valueProblem: JsonProblem | undefined;
  readonly note: FileNote | undefined;
  readonly actions: AddedActions;
  /** The entry was not read: the key can exist already, and can be removed by its name. */
  readonly unread: boolean;
}

/** Row of a key to add or, in an entry that was not read, a key to set or remove. */
export const AddedRow = memo(function AddedRow(props: AddedRowProps) {
  const { added, nameProblem, valueProblem, note, actions, unread } = props;
  const { id, name } = added;
  const remove = added.remove === true;
  const called = name === '' ? 'the new key' : name;
  // A row just added shows no error for its missing name yet.
  const shownProblem = name === '' ? undefined : nameProblem;
  const onValue = useCallback((value: ValueText) => actions.change(id, { value }), [actions, id]);
  const onCopy = useCallback((selected: string) => actions.copy(name, selected), [actions, name]);
  const typed = added.value.mode === 'generated' ? undefined : added.value;
  return (
    <li className={classes(grid['row'], table['row'], css['row'], remove ? css['removed'] : css['added'])}>
      <span className={css['nameCell']}>
        {/[\r\n]/.test(name) ? (
          // An input would strip the line break from a name that came from pasted text.
          <span data-mono>
            <KeyName name={name} />
          </span>
        ) : (
          <input
            // A new row is there to be named.
            autoFocus={name === ''}
            type="text"
            aria-label="Name of the new key"
            aria-invalid={shownProblem !== undefined}
            placeholder="name"
            spellCheck={false}
            autoComplete="off"
            data-mono
            data-stop
            className={css['name']}
            maxLength={longestLine}
            value={name}
            onChange={(event) => actions.change(id, { name: event.target.value })}
          />
        )}
        {shownProblem !== undefined && (
          <Text role="alert" tone="danger" size={12} leading={18}>
            {shownProblem}
          </Text>
        )}
      </span>
      <div className={classes(grid['cell'], table['value'])}>
        {remove ? (
          <span className={grid['note']}>No value needed.</span>
        ) : added.value.mode === 'generated' ? (
          <GeneratedFacts generated={added.value.generated} />
        ) : (
          <ValueEditor
            name={name}
            value={added.value}
            problem={valueProblem}
            focus={false}
            onValue={onValue}
            onCopy={onCopy}
          />
        )}
        <RowNote note={note} />
      </div>
      <span className={grid['tools']} data-tools>
        {!remove && typed?.mode === 'json' && <Mark tone="neutral" text="JSON" />}
        {unread ? (
          <Segmented
            className={css['changeMark']}
            label="Change to the key"
            options={[
              { value: 'set', label: 'Set' },
              { value: 'remove', label: 'Remove' },
            ]}
            value={remove ? 'remove' : 'set'}
            onValue={(wanted) => actions.change(id, { remove: wanted === 'remove' })}
          />
        ) : (
          <Mark tone="ok" text="added" />
        )}
        {!remove && added.value.mode === 'generated' && (
          <IconButton
            small
            icon={RotateCcw}
            label={`Type the value of ${called} instead`}
            onClick={() => actions.change(id, { value: { mode: 'string', text: '' } })}
          />
        )}
        {remove ? (
          <IconButton small icon={Trash2} label={`Remove ${called}`} onClick={() => actions.drop(id)} />
        ) : (
          <RowTools
            name={called}
            onGenerate={() => actions.generate(id, name)}
            onRemove={() => actions.drop(id)}
            onMore={(button) => actions.more(id, button, typed)}
          />
        )}
      </span>
    </li>
  );
});
