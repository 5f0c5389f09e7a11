import { Pencil, RotateCcw, Trash2 } from 'lucide-react';
import type { Ref } from 'react';
import type { KeyFacts } from '../../../shared/vault/entry.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { isChanged, type AddedKey, type KeyEdit, type ValueText } from './draft.ts';
import css from './edit-table.module.css';
import { FactChips } from './fact-chips-view.tsx';
import type { JsonProblem } from './json-problem.ts';
import table from './key-table.module.css';
import { ValueEditor } from './value-editor.tsx';

export interface EditRowProps {
  readonly facts: KeyFacts;
  readonly index: number;
  readonly edit: KeyEdit | undefined;
  readonly problem: JsonProblem | undefined;
  readonly error: AppError | undefined;
  readonly focus: boolean;
  readonly onOpen: () => void;
  readonly onValue: (value: ValueText) => void;
  readonly onRemove: () => void;
  readonly onUndo: () => void;
  readonly onCopySaved: () => void;
  readonly measure?: Ref<HTMLDivElement>;
}

/** A key that the opened version has: untouched (and hidden), in an editor, or to be removed. */
export function EditRow(props: EditRowProps) {
  const { facts, index, edit, problem, error, focus, measure } = props;
  const { key } = facts;
  const removed = edit?.op === 'remove';
  const changed = edit?.op === 'edit' && isChanged(edit);
  return (
    <li
      ref={measure as Ref<HTMLLIElement>}
      data-index={index}
      className={classes(table['row'], css['row'], changed && css['changed'], removed && css['removed'])}
    >
      <span className={table['key']} data-mono>
        {removed ? <del>{key}</del> : key}
      </span>
      <div className={table['cell']}>
        {edit?.op === 'edit' ? (
          <ValueEditor
            name={key}
            value={edit.now}
            problem={problem}
            focus={focus}
            onValue={props.onValue}
            onCopySaved={changed ? undefined : props.onCopySaved}
          />
        ) : (
          <>
            <span className={table['dots']} role="img" aria-label="hidden" />
            {!removed && <FactChips facts={facts} />}
          </>
        )}
        {error !== undefined && (
          <span role="alert" className={table['failed']}>
            {error.message} {error.hint}
          </span>
        )}
      </div>
      <span className={table['tools']}>
        {changed && <Mark tone="accent" text="changed" />}
        {removed && <Mark tone="danger" text="will be removed" />}
        {edit === undefined ? (
          <IconButton small icon={Pencil} label={`Edit ${key}`} onClick={props.onOpen} />
        ) : (
          <IconButton
            small
            icon={RotateCcw}
            label={removed ? `Keep ${key}` : `Undo changes to ${key}`}
            onClick={props.onUndo}
          />
        )}
        {!removed && <IconButton small icon={Trash2} label={`Remove ${key}`} onClick={props.onRemove} />}
      </span>
    </li>
  );
}

export interface AddedRowProps {
  readonly added: AddedKey;
  readonly nameProblem: string | undefined;
  readonly valueProblem: JsonProblem | undefined;
  /** Names are checked from the first attempt to leave the field on; an untouched one is not scolded. */
  readonly onName: (name: string) => void;
  readonly onValue: (value: ValueText) => void;
  readonly onRemove: () => void;
}

/** A key to be added. */
export function AddedRow({ added, nameProblem, valueProblem, onName, onValue, onRemove }: AddedRowProps) {
  const { name } = added;
  const shownProblem = name === '' ? undefined : nameProblem;
  return (
    <li className={classes(table['row'], css['row'], css['added'])}>
      <span className={css['nameCell']}>
        <input
          // A row that was just added is there to be named.
          autoFocus
          type="text"
          aria-label="Name of the new key"
          aria-invalid={shownProblem !== undefined}
          placeholder="name"
          spellCheck={false}
          autoComplete="off"
          data-mono
          className={css['name']}
          value={name}
          onChange={(event) => {
            onName(event.target.value);
          }}
        />
        {shownProblem !== undefined && (
          <span role="alert" className={css['wrong']}>
            {shownProblem}
          </span>
        )}
      </span>
      <div className={table['cell']}>
        <ValueEditor
          name={name}
          value={added.value}
          problem={valueProblem}
          focus={false}
          onValue={onValue}
          onCopySaved={undefined}
        />
      </div>
      <span className={table['tools']}>
        <Mark tone="ok" text="added" />
        <IconButton
          small
          icon={Trash2}
          label={name === '' ? 'Remove the new key' : `Remove ${name}`}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

function Mark({ tone, text }: { readonly tone: 'accent' | 'danger' | 'ok'; readonly text: string }) {
  return (
    <span className={css['mark']}>
      <Chip tone={tone}>{text}</Chip>
    </span>
  );
}
