import { ArrowLeft, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { ServerLimits } from '../../../../shared/vault/editing.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { keyHint } from '../../../workspace/key-map.ts';
import { ChangeList } from './change-list.tsx';
import { ChangeCounts, notesOf } from './edit-footer.tsx';
import css from './edit-table.module.css';
import type { Editing } from './editing.ts';
import { SaveProblem } from './save-problem.tsx';
import type { Saving, Stage } from './saving.ts';
import { SizeMeter, tooLarge } from './size-meter.tsx';

export interface SaveReviewProps {
  readonly session: SessionView;
  readonly editing: Editing;
  readonly saving: Saving;
  readonly stage: Stage & { readonly kind: 'review' };
  readonly onOpenExisting: () => void;
}

/** The difference that saving will make, and the error if saving failed. */
export function SaveReview({ session, editing, saving, stage, onOpenExisting }: SaveReviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const { view, mode } = editing;
  return (
    <Stack as="section" gap={12} aria-labelledby={`review-${view.entryId}`}>
      <Row wrap align="center" gap={6} gapX={16}>
        <h3 id={`review-${view.entryId}`} ref={heading} tabIndex={-1} className={css['reviewTitle']}>
          {mode === 'create' ? 'New entry' : 'Review changes'}
        </h3>
        <ChangeCounts mode={mode} summary={editing.summary} />
      </Row>
      {stage.merged && (
        <p data-hint>
          Merged with {view.version === undefined ? 'what' : `version ${String(view.version)}, which`} was
          saved meanwhile. These changes are left to save.
        </p>
      )}
      {mode === 'patch' && (
        <p data-hint>Only these keys are sent (PATCH). All other keys stay as they are.</p>
      )}
      <SaveProblem session={session} editing={editing} saving={saving} onOpenExisting={onOpenExisting} />
      <ChangeList editing={editing} changes={stage.changes} />
    </Stack>
  );
}

export interface ReviewFooterProps {
  readonly editing: Editing;
  readonly saving: Saving;
  readonly limits: ServerLimits | undefined;
  readonly mayUpdate: boolean;
}

/** Warnings before saving, and the button that saves. */
export function ReviewFooter({ editing, saving, limits, mayUpdate }: ReviewFooterProps) {
  const { view, mode, summary } = editing;
  const bytes = view.dataBytes + summary.bytesMore;
  const refused = mode === 'patch' ? undefined : tooLarge(bytes, limits);
  const notes = [...notesOf(editing, limits, mayUpdate), ...atomicNote(editing)];
  const lost = saving.problem?.kind === 'outcome-unknown' && saving.found?.found !== 'not-saved';
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
      <div className={css['counts']}>{mode !== 'patch' && <SizeMeter bytes={bytes} limits={limits} />}</div>
      <Row gap={8} push>
        <Button icon={ArrowLeft} onClick={saving.back} disabled={saving.busy !== undefined}>
          Back to editing
        </Button>
        <Button
          variant="primary"
          disabled={saving.busy !== undefined || refused !== undefined || (lost && mode !== 'patch')}
          title={keyHint('save')}
          onClick={saving.confirm}
        >
          {saving.busy === 'saving' ? 'Saving…' : saveWords(editing)}
        </Button>
      </Row>
    </footer>
  );
}

/** Label of the button that saves. */
function saveWords({ mode, view }: Editing): string {
  switch (mode) {
    case 'create':
      return 'Create the entry';
    case 'patch':
      return 'Send these changes';
    case 'edit':
      return view.version === undefined ? 'Save' : `Save as version ${String(view.version + 1)}`;
  }
}

function atomicNote({ mode, view }: Editing): readonly string[] {
  if (mode !== 'edit' || (view.mount.engine !== 'kv1' && view.mount.engine !== 'cubbyhole')) return [];
  return ['This engine has no check-and-set: a change made at the same moment would be overwritten.'];
}
