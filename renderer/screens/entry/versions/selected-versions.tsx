import type { EntryMetadata, EntryRights } from '../../../../shared/vault/entry.ts';
import type { PlaceOfEntry } from '../../../api/entry-actions.ts';
import { Button } from '../../../ui/button.tsx';
import { askAction } from '../../../parts/entry-actions/actions.ts';
import { missingRight } from '../../../parts/entry-actions/rights-reasons.ts';
import { runDestroy, runUndelete } from '../../../parts/entry-actions/run.ts';
import { Row } from '../../../ui/layout.tsx';
import css from './details-drawer.module.css';
import { useServerNow } from '../../../ui/server-clock.tsx';
import { isDeleted, isGone } from './versions.ts';

export interface SelectedVersionsProps {
  readonly place: PlaceOfEntry;
  readonly metadata: EntryMetadata;
  readonly rights: EntryRights | undefined;
  readonly chosen: ReadonlySet<number>;
  readonly onCompare: (one: number, other: number) => void;
  readonly onDone: () => void;
}

/** Actions on all chosen versions; each button says how many it affects. */
export function SelectedVersions(props: SelectedVersionsProps) {
  const { place, metadata, rights, chosen, onCompare, onDone } = props;
  const facts = metadata.versions.filter(({ version }) => chosen.has(version));
  const nowMs = useServerNow();
  const numbers = (of: typeof facts): number[] => of.map(({ version }) => version);
  const live = numbers(facts.filter((one) => !isGone(one, nowMs)));
  const deleted = numbers(facts.filter((one) => isDeleted(one, nowMs)));
  const left = numbers(facts.filter((one) => !one.destroyed));
  const [one, other] = live;
  const comparable = facts.length === 2 && one !== undefined && other !== undefined;
  const refusals = {
    delete: missingRight(place, rights, 'delete'),
    undelete: missingRight(place, rights, 'undelete'),
    destroy: missingRight(place, rights, 'destroy'),
  };
  return (
    <div className={css['chosen']} role="group" aria-label="Selected versions">
      <p data-hint role="status">
        {facts.length === 0 ? 'Select versions above.' : `${String(facts.length)} selected`}
      </p>
      <Row wrap gap={6}>
        <Button
          small
          disabled={!comparable}
          title={comparable ? undefined : 'Choose two versions that can be read'}
          onClick={() => {
            if (one !== undefined && other !== undefined) onCompare(one, other);
          }}
        >
          Compare
        </Button>
        <Button
          small
          disabled={deleted.length === 0 || refusals.undelete !== undefined}
          title={refusals.undelete}
          onClick={() => void runUndelete(place, deleted)}
        >
          {counted('Undelete', deleted)}
        </Button>
        <Button
          small
          variant="danger"
          disabled={live.length === 0 || refusals.delete !== undefined}
          title={refusals.delete}
          onClick={() =>
            askAction({ kind: 'delete', place, versions: live, current: metadata.currentVersion })
          }
        >
          {counted('Delete', live)}…
        </Button>
        <Button
          small
          variant="danger"
          disabled={left.length === 0 || refusals.destroy !== undefined}
          title={refusals.destroy}
          onClick={() => void runDestroy(place, left)}
        >
          {counted('Destroy', left)}…
        </Button>
        <Button small variant="ghost" onClick={onDone}>
          Done
        </Button>
      </Row>
    </div>
  );
}

function counted(word: string, versions: readonly number[]): string {
  return versions.length === 0 ? word : `${word} ${String(versions.length)}`;
}
