import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { ServerLimits } from '../../../../shared/vault/editing.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import css from './edit-table.module.css';
import type { Editing } from './editing.ts';
import { canSave, type Saving } from './saving.ts';
import { SizeMeter, tooLarge, tooManyStrings } from './size-meter.tsx';

export interface EditFooterProps {
  readonly editing: Editing;
  readonly saving: Saving;
  readonly limits: ServerLimits | undefined;
  /** False: the server said beforehand that this token may not update the entry. */
  readonly mayUpdate: boolean;
  readonly onDiscard: () => void;
}

/** Summary of the draft, and the button that reviews it before saving. */
export function EditFooter({ editing, saving, limits, mayUpdate, onDiscard }: EditFooterProps) {
  const [asking, setAsking] = useState(false);
  const { mode, view, summary, dirty, keepProblem } = editing;
  const notes = notesOf(editing, limits, mayUpdate);
  const path = view.mount.path + view.path;
  const lost = keyCounts(editing);
  return (
    <footer className={css['footer']}>
      {notes.length > 0 && (
        <ul className={css['notes']}>
          {notes.map((note) => (
            <li key={note}>
              <Icon of={TriangleAlert} size={14} />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={css['counts']} role="status">
        {summary.changes.length === 0 &&
          summary.textProblem === undefined &&
          (mode === 'edit' && editing.draft.json !== undefined ? 'No changes yet.' : emptyWords[mode])}
        <ChangeCounts mode={mode} summary={summary} />
        {whatToMend(editing) !== undefined && <span>{whatToMend(editing)}</span>}
        {keepProblem !== undefined && (
          <Text tone="danger" size={12} leading={18}>
            Not kept in case the window fails: {keepProblem.message}
          </Text>
        )}
      </div>
      {mode !== 'patch' && <SizeMeter bytes={view.dataBytes + summary.bytesMore} limits={limits} />}
      <Row gap={8} push>
        <Button
          onClick={() => {
            if (dirty) setAsking(true);
            else onDiscard();
          }}
        >
          Cancel
        </Button>
        <Button variant="primary" disabled={!canSave(editing)} onClick={saving.review}>
          Review and save…
        </Button>
      </Row>
      {asking && (
        <Dialog
          open
          title="Discard your changes?"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Keep editing</Button>
              <Button
                variant="destroy"
                onClick={() => {
                  setAsking(false);
                  onDiscard();
                }}
              >
                Discard
              </Button>
            </>
          }
        >
          {lost.length === 0 ? (
            <>
              Your changes to <code>{path}</code> have not been saved.
            </>
          ) : (
            <>
              Keys in <code>{path}</code> that are not saved: {lost.map(({ words }) => words).join(', ')}.
            </>
          )}
        </Dialog>
      )}
    </footer>
  );
}

const emptyWords = {
  edit: 'No changes yet.',
  create: 'Nothing to save yet.',
  patch: 'Nothing to send yet.',
} as const;

interface KeyCount {
  readonly words: string;
  readonly tone: 'accent' | 'ok' | 'danger';
}

/** Counts of changed, added and removed keys; none if no key can be counted, as in a text with a fault. */
function keyCounts({ mode, summary }: Pick<Editing, 'mode' | 'summary'>): readonly KeyCount[] {
  const isPatch = mode === 'patch';
  const counts = [
    { count: summary.changedKeys, did: 'changed', tone: 'accent' },
    { count: summary.addedKeys, did: isPatch ? 'set' : 'added', tone: isPatch ? 'accent' : 'ok' },
    { count: summary.removedKeys, did: 'removed', tone: 'danger' },
  ] as const;
  return counts
    .filter(({ count }) => count > 0)
    .map(({ count, did, tone }) => ({ words: `${grouped(count)} ${did}`, tone }));
}

/** Counts of changed, added and removed keys, as chips. */
export function ChangeCounts(props: Pick<Editing, 'mode' | 'summary'>) {
  return keyCounts(props).map(({ words, tone }) => (
    <Chip key={words} tone={tone}>
      {words}
    </Chip>
  ));
}

/** An added key shows no error for its missing name yet, but the disabled button has to explain itself. */
function whatToMend({ draft, summary }: Editing): string | undefined {
  if (summary.textProblem !== undefined) return 'Fix the text before saving.';
  const unnamed = draft.added.filter((added) => added.name === '').length;
  const problems = summary.valueProblems.size + summary.nameProblems.size;
  if (problems > unnamed) return 'Fix what is marked before saving.';
  return unnamed > 0 ? 'Name the new key before saving.' : undefined;
}

/** Warnings to read before saving. */
export function notesOf(
  { mode, view, summary }: Editing,
  limits: ServerLimits | undefined,
  mayUpdate: boolean,
): string[] {
  const notes: string[] = [];
  const large = mode === 'patch' ? undefined : tooLarge(view.dataBytes + summary.bytesMore, limits);
  if (large !== undefined) notes.push(large);
  const crowded = tooManyStrings(summary.strings, view.mount.engine, limits);
  if (crowded !== undefined) notes.push(crowded);
  if (!mayUpdate) notes.push('This token has no permission to update this entry: saving will be refused.');
  switch (view.mount.engine) {
    case 'kv2':
      for (const { key, written, stored } of summary.rounded.slice(0, 3))
        notes.push(
          `KV version 2 keeps numbers as floating point: ${written} in “${key}” will come back as ${stored}. As text it keeps every digit.`,
        );
      if (summary.rounded.length > 3)
        notes.push(`The same goes for numbers in ${String(summary.rounded.length - 3)} more keys.`);
      break;
    case 'kv1':
    case 'cubbyhole':
      if (mode === 'edit')
        notes.push('This engine keeps no versions: saving permanently replaces the entry.');
      break;
    case 'other':
      break;
  }
  return notes;
}
