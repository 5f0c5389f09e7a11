import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { counted } from '../../../../shared/vault/counted.ts';
import type { MergeView } from '../../../../shared/vault/editing.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import edit from '../edit/edit-table.module.css';
import type { Editing } from '../edit/editing.ts';
import { MergeTable } from './merge-table.tsx';
import { countMerge, type MergeChoices, type MergeCounts, type Side } from '../edit/merging.ts';
import type { Saving, Stage } from '../edit/saving.ts';
import { takeFocus } from '../../../ui/focus.ts';

export interface MergePanelProps {
  readonly editing: Editing;
  readonly saving: Saving;
  readonly stage: Stage & { readonly kind: 'merge' };
  readonly choices: MergeChoices;
  readonly onChoose: (keys: readonly string[], side: Side) => void;
}

/** Another user saved meanwhile: both changes and the result, key by key. It saves nothing. */
export function MergePanel({ editing, saving, stage, choices, onChoose }: MergePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    takeFocus(heading.current);
  }, []);
  const { merge, changes } = stage;
  const { view } = editing;
  const { theirs } = merge;
  return (
    <Stack as="section" gap={12} aria-labelledby={`merge-${view.entryId}`}>
      <h3 id={`merge-${view.entryId}`} ref={heading} tabIndex={-1} className={edit['reviewTitle']}>
        {theirs === undefined ? 'The entry is gone' : mergeTitle(view.version, theirs.version)}
      </h3>
      {theirs === undefined ? (
        <Gone merge={merge} />
      ) : (
        <>
          <p>{countWords(countMerge(merge.keys, choices))} Nothing is saved yet.</p>
          <MergeTable
            keys={merge.keys}
            editing={editing}
            changes={changes}
            theirs={theirs}
            choices={choices}
            onChoose={onChoose}
          />
        </>
      )}
      {saving.problem !== undefined && saving.problem.kind !== 'conflict' && (
        <ErrorPanel error={saving.problem} title="It was not saved" />
      )}
    </Stack>
  );
}

/** Button that continues from a merge. */
export function MergeFooter({
  saving,
  stage,
  choices,
}: Pick<MergePanelProps, 'saving' | 'stage' | 'choices'>) {
  const { merge } = stage;
  const isGone = merge.theirs === undefined;
  // An entry that is gone has no values to choose from.
  const toChoose = isGone ? 0 : countMerge(merge.keys, choices).toChoose;
  return (
    <footer className={edit['footer']}>
      <div className={edit['counts']} role="status">
        {toChoose > 0 && <Text tone="warn">{toChoose} left to choose</Text>}
      </div>
      <Row gap={8} push>
        <Button icon={ArrowLeft} onClick={saving.back} disabled={saving.busy !== undefined}>
          {isGone ? 'Keep the draft' : 'Back to editing'}
        </Button>
        {isGone ? (
          <SaveOver merge={merge} saving={saving} />
        ) : (
          <Button
            variant="primary"
            disabled={saving.busy !== undefined || toChoose > 0}
            onClick={() => saving.finishMerge(choices)}
          >
            Continue
          </Button>
        )}
      </Row>
    </footer>
  );
}

/** The entry lost its values during the edit; saving the draft would write the whole entry again. */
function Gone({ merge }: { readonly merge: MergeView }) {
  return (
    <>
      {merge.gone !== undefined && (
        <ErrorPanel error={merge.gone} title="Its current version has no values" />
      )}
      <p>
        {overWords(merge)} Saving writes the whole entry: your changes, and the other keys as you opened them.
      </p>
    </>
  );
}

function SaveOver({ merge, saving }: { readonly merge: MergeView; readonly saving: Saving }) {
  const { currentVersion } = merge;
  if (currentVersion === undefined) return null;
  return (
    <Button
      variant="primary"
      disabled={saving.busy !== undefined}
      onClick={() => saving.saveOver(currentVersion)}
    >
      {saving.busy === 'saving'
        ? 'Saving…'
        : currentVersion === 0
          ? 'Create it again'
          : `Save as version ${String(currentVersion + 1)}`}
    </Button>
  );
}

function overWords({ currentVersion }: MergeView): string {
  if (currentVersion === undefined)
    return 'The version to replace is unknown, so saving is not offered. Keep the draft, and check the versions in the details.';
  if (currentVersion === 0) return 'There is no entry at this path any more: saving creates it again.';
  return `Version ${String(currentVersion)} stays deleted in the history; saving creates version ${String(currentVersion + 1)}.`;
}

function mergeTitle(opened: number | undefined, current: number | undefined): string {
  if (opened === undefined || current === undefined) return 'Someone changed this entry while you edited it';
  return `Someone saved version ${String(current)} while you edited ${String(opened)}`;
}

/** Summary of the merge, in sentences. */
function countWords({ mine, theirs, removed, both, clashes }: MergeCounts): string {
  const parts = [
    mine > 0 ? `${counted(mine, 'key')} of yours` : '',
    theirs > 0 ? `${counted(theirs, 'key')} of theirs` : '',
    both > 0 ? `${counted(both, 'key')} changed the same way` : '',
  ].filter((part) => part !== '');
  const merged = parts.length === 0 ? '' : `Merged automatically: ${parts.join(', ')}.`;
  const gone = removed === 0 ? '' : `Theirs removes ${counted(removed, 'key')} you kept.`;
  const clash = clashes === 0 ? 'No conflicts.' : `${counted(clashes, 'conflict')}: choose a side.`;
  return [gone, clash, merged].filter((part) => part !== '').join(' ');
}
