import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { roundedIntegers } from './draft.ts';
import css from './edit-table.module.css';
import type { Editing } from './editing.ts';

export interface EditFooterProps {
  readonly view: EntryView;
  readonly editing: Editing;
  /** The number that saving will make, where it is known. */
  readonly nextVersion: number | undefined;
  /** False: the server said beforehand that this token may not update the entry. */
  readonly mayUpdate: boolean;
}

/** What saving would do, and the button that does it. */
export function EditFooter({ view, editing, nextVersion, mayUpdate }: EditFooterProps) {
  const [asking, setAsking] = useState(false);
  const { summary, dirty, saving } = editing;
  const { changes, changedKeys, addedKeys, removedKeys } = summary;
  const broken = summary.valueProblems.size + summary.nameProblems.size > 0;
  const notes = notesOf({ view, editing, mayUpdate });
  const cancel = (): void => {
    if (dirty) setAsking(true);
    else editing.discard();
  };
  return (
    <footer className={css['footer']}>
      {notes.length > 0 && (
        <ul className={css['notes']}>
          {notes.map((note) => (
            <li key={note}>
              <Icon of={TriangleAlert} size={14} />
              {note}
            </li>
          ))}
        </ul>
      )}
      <div className={css['counts']} role="status">
        {changes.length === 0 && 'No changes yet. Values you do not touch are neither shown nor sent.'}
        {changedKeys > 0 && <Chip tone="accent">{changedKeys} changed</Chip>}
        {addedKeys > 0 && <Chip tone="ok">{addedKeys} added</Chip>}
        {removedKeys > 0 && <Chip tone="danger">{removedKeys} removed</Chip>}
        {broken && <span>{whatToMend(editing)}</span>}
      </div>
      <div className={css['buttons']}>
        <Button onClick={cancel} disabled={saving}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={saving || broken || changes.length === 0}
          onClick={() => void editing.save()}
        >
          {saving ? 'Saving…' : nextVersion === undefined ? 'Save' : `Save as version ${String(nextVersion)}`}
        </Button>
      </div>
      {asking && (
        <Dialog
          open
          title="Discard your changes?"
          onClose={() => {
            setAsking(false);
          }}
          actions={
            <>
              <Button
                onClick={() => {
                  setAsking(false);
                }}
              >
                Keep editing
              </Button>
              <Button
                variant="destroy"
                onClick={() => {
                  setAsking(false);
                  editing.discard();
                }}
              >
                Discard
              </Button>
            </>
          }
        >
          What you changed in <code>{view.mount.path + view.path}</code> has not been saved. Discarding it
          cannot be undone; what is on the server stays as it is.
        </Dialog>
      )}
    </footer>
  );
}

/** An added key is not scolded for having no name yet; the button still has to say why it waits. */
function whatToMend({ draft, summary }: Editing): string {
  const unnamed = draft?.added.filter((added) => added.name === '').length ?? 0;
  const marked = summary.valueProblems.size + summary.nameProblems.size - unnamed;
  return marked > 0 ? 'Mend what is marked before saving.' : 'Name the new key before saving.';
}

function notesOf({ view, editing, mayUpdate }: Omit<EditFooterProps, 'nextVersion'>): string[] {
  const notes: string[] = [];
  if (!mayUpdate)
    notes.push('The server says that this token may not update this entry; saving will be refused.');
  switch (view.mount.engine) {
    case 'kv2':
      for (const change of editing.summary.changes) {
        if (change.op !== 'set') continue;
        const [first] = roundedIntegers(change.rawJson);
        if (first !== undefined)
          notes.push(
            `KV version 2 keeps numbers as floating point: ${first.written} in “${change.key}” will come back as ${first.stored}. As text it keeps every digit.`,
          );
      }
      break;
    case 'kv1':
    case 'cubbyhole':
      notes.push('No versions here: saving replaces what is there, and nothing can bring it back.');
      break;
    case 'other':
      break;
  }
  return notes;
}
