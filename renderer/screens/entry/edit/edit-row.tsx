import { Dice5, Ellipsis, RotateCcw, Trash2 } from 'lucide-react';
import { memo, useCallback } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import type { GeneratedValue, KeyFacts } from '../../../../shared/vault/entry.ts';
import type { AppError } from '../../../../shared/ipc/result.ts';
import { Chip, type Tone } from '../../../ui/chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { hiddenDots } from '../../../ui/hidden-dots.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ValueText } from '../../../parts/value/value-text.ts';
import { isChanged, type KeyEdit } from './draft.ts';
import css from './edit-table.module.css';
import { FactChips } from '../../../parts/value/fact-chips-view.tsx';
import type { JsonProblem } from './json-problem.ts';
import grid from '../../../ui/row-grid.module.css';
import table from '../read/key-table.module.css';
import { KeyName } from '../../../parts/value/key-name.tsx';
import { ValueEditor } from './value-editor.tsx';
import type { FileNote } from '../read/value-file.ts';

/** Callbacks from rows to the editor; the same object for as long as the entry is edited. */
export interface RowActions {
  readonly open: (key: string) => void;
  /** Replaces a value without reading it. */
  readonly type: (facts: KeyFacts, text: string) => void;
  readonly value: (key: string, value: ValueText) => void;
  readonly remove: (key: string) => void;
  readonly undo: (key: string) => void;
  readonly generate: (key: string) => void;
  readonly copy: (key: string, selected: string) => void;
  /** Opens the menu of a row; `value`: the text in its editor. */
  readonly more: (key: string, button: HTMLElement, value: ValueText | undefined) => void;
}

export interface EditRowProps {
  readonly facts: KeyFacts;
  readonly index: number;
  readonly edit: KeyEdit | undefined;
  readonly problem: JsonProblem | undefined;
  readonly error: AppError | undefined;
  readonly note: FileNote | undefined;
  readonly focus: boolean;
  readonly actions: RowActions;
  readonly measure?: Ref<HTMLLIElement> | undefined;
}

/** Row of a key of the opened version: untouched (and hidden), in an editor, or to be removed. */
export const EditRow = memo(function EditRow(props: EditRowProps) {
  const { facts, index, edit, problem, error, note, focus, actions, measure } = props;
  const { key } = facts;
  const removed = edit?.op === 'remove';
  const changed = edit?.op === 'edit' && isChanged(edit);
  const onValue = useCallback((value: ValueText) => actions.value(key, value), [actions, key]);
  const onCopy = useCallback((selected: string) => actions.copy(key, selected), [actions, key]);
  const value = edit?.op === 'edit' && edit.now.mode !== 'generated' ? edit.now : undefined;
  return (
    <li
      ref={measure}
      data-index={index}
      data-key={key}
      className={classes(
        grid['row'],
        table['row'],
        css['row'],
        changed && css['changed'],
        removed && css['removed'],
      )}
    >
      <span className={table['key']} data-mono>
        {removed ? (
          <del>
            <KeyName name={key} />
          </del>
        ) : (
          <KeyName name={key} />
        )}
      </span>
      <div className={classes(grid['cell'], table['value'])}>
        {edit?.op === 'edit' && edit.now.mode === 'generated' ? (
          <GeneratedFacts generated={edit.now.generated} />
        ) : value !== undefined ? (
          <ValueEditor
            name={key}
            value={value}
            problem={problem}
            focus={focus}
            onValue={onValue}
            onCopy={onCopy}
          />
        ) : removed ? (
          hiddenDots
        ) : (
          <HiddenValue facts={facts} actions={actions} />
        )}
        {error !== undefined && (
          <span role="alert" className={grid['failed']}>
            {error.message} {error.hint}
          </span>
        )}
        <RowNote note={note} />
      </div>
      <span className={classes(grid['tools'], css['above'])} data-tools>
        {value?.mode === 'json' && <Mark tone="neutral" text="JSON" />}
        {changed && <Mark tone="accent" text="changed" />}
        {removed && <Mark tone="danger" text="will be removed" />}
        {edit !== undefined && (
          <IconButton
            small
            icon={RotateCcw}
            label={removed ? `Keep ${key}` : `Undo changes to ${key}`}
            onClick={() => actions.undo(key)}
          />
        )}
        {!removed && (
          <RowTools
            name={key}
            onGenerate={() => actions.generate(key)}
            onRemove={() => actions.remove(key)}
            onMore={(button) => actions.more(key, button, value)}
          />
        )}
      </span>
    </li>
  );
});

interface RowToolsProps {
  readonly name: string;
  readonly onGenerate: () => void;
  readonly onRemove: () => void;
  readonly onMore: (button: HTMLElement) => void;
}

/** Buttons of a row that is not to be removed. */
export function RowTools({ name, onGenerate, onRemove, onMore }: RowToolsProps) {
  return (
    <>
      <IconButton
        small
        icon={Dice5}
        label={`Generate a value for ${name}…`}
        aria-haspopup="dialog"
        onClick={onGenerate}
      />
      <IconButton small icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
      <IconButton
        small
        icon={Ellipsis}
        label={`More for ${name}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMore(currentTarget)}
      />
    </>
  );
}

/** A value that stays hidden: a click or Enter reads it into an editor, typing or pasting replaces it unread. */
function HiddenValue({ facts, actions }: Pick<EditRowProps, 'facts' | 'actions'>) {
  const replace = (event: KeyboardEvent): void => {
    const { key } = event;
    if ([...key].length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    actions.type(facts, key);
  };
  return (
    <>
      <button
        type="button"
        aria-label={`Edit ${facts.key}`}
        data-stop
        className={css['hidden']}
        onClick={() => actions.open(facts.key)}
        onKeyDown={replace}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          event.preventDefault();
          // A picture, or nothing.
          if (text !== '') actions.type(facts, text);
        }}
      >
        {hiddenDots}
      </button>
      <span className={css['above']}>
        <FactChips facts={facts} />
      </span>
    </>
  );
}

/** Outcome of the last file operation on this key. */
export function RowNote({ note }: { readonly note: FileNote | undefined }) {
  if (note === undefined) return null;
  return (
    <span role={note.failed ? 'alert' : 'status'} className={note.failed ? grid['failed'] : grid['note']}>
      {note.text}
    </span>
  );
}

/** Facts about a generated password: it is saved without being shown. */
export function GeneratedFacts({ generated: { length, bits } }: { readonly generated: GeneratedValue }) {
  return (
    <>
      {hiddenDots}
      <Chip tone="accent">generated</Chip>
      <Chip>
        {length} characters · {Math.floor(bits)} bits
      </Chip>
    </>
  );
}

/** Label of the change to a key. */
export function Mark({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return (
    <span className={css['mark']}>
      <Chip tone={tone}>{text}</Chip>
    </span>
  );
}
