import type { PlanDifference, PlanKeyChange, PlanRow } from '../../../shared/vault/plan.ts';
import { Details } from '../../parts/form/details.tsx';
import type { PlanStore, RowDifferenceState } from '../../parts/plan/plan-store.ts';
import { ConnectionName } from '../../parts/session/connection-name.tsx';
import { KeyChanges } from '../../parts/value/key-changes.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { isElsewhere, type PlanConnectionOf } from './plan-connections.ts';
import { notesOf } from './plan-words.ts';

export interface RowDifferenceProps {
  readonly plan: PlanStore;
  readonly row: PlanRow;
  readonly connectionOf: PlanConnectionOf;
  /** Undefined while it is read. */
  readonly difference: RowDifferenceState | undefined;
}

/** Places and notes of a row, and what it changes by key, without values. */
export function RowDifference({ plan, row, difference, connectionOf }: RowDifferenceProps) {
  const { from, to } = row;
  const on = (sessionId: string | undefined) => {
    const found = isElsewhere(row) ? connectionOf(sessionId) : undefined;
    return found !== undefined && <ConnectionName {...found} />;
  };
  const versions =
    difference !== undefined && 'read' in difference ? (difference.read.versions ?? []) : undefined;
  return (
    <Details
      title={to ?? from}
      facts={[
        ['From', <code key="from">{<NameText text={from} />}</code>],
        ['From connection', on(row.fromSession)],
        ['To', to !== undefined && <code key="to">{<NameText text={to} />}</code>],
        ['To connection', to !== undefined && on(row.toSession)],
        ['Versions', versions !== undefined && versions.length > 0 && versions.join(', ')],
        ['Notes', notesOf(plan.rows, row)],
      ]}
      onClose={() => void plan.open(undefined)}
    >
      {difference === undefined ? (
        <Note role="status">Reading…</Note>
      ) : 'error' in difference ? (
        <ErrorPanel error={difference.error} title="The difference could not be read" />
      ) : (
        <Changes of={difference.read} />
      )}
    </Details>
  );
}

function Changes({ of: { keys, settings } }: { readonly of: PlanDifference }) {
  return (
    <>
      {keys !== undefined && (
        <KeyChanges
          none="Neither side has values."
          lines={keys.map(({ key, change, before, after }) => ({
            key,
            ...changeWords[change],
            isSame: change === 'same',
            before,
            after,
          }))}
        />
      )}
      {settings !== undefined && (
        <Facts
          selectable
          of={settings.map(({ name, before = '—', after = '—' }) => [name, `${before} → ${after}`])}
        />
      )}
    </>
  );
}

const changeWords: Readonly<
  Record<PlanKeyChange['change'], { readonly words: string; readonly tone: Tone }>
> = {
  added: { words: 'added', tone: 'ok' },
  removed: { words: 'removed', tone: 'danger' },
  changed: { words: 'changed', tone: 'warn' },
  same: { words: 'stays', tone: 'neutral' },
  written: { words: 'written, compared when it runs', tone: 'accent' },
  generated: { words: 'new generated value', tone: 'accent' },
};
