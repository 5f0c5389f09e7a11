import { ArrowLeft, ArrowRight, FolderSync, SlidersHorizontal } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import { canCopyFrom } from '../../../shared/vault/comparison.ts';
import type { ComparisonRow, ComparisonSide } from '../../../shared/vault/comparison.ts';
import { useStore } from '../../api/store.ts';
import { vault } from '../../api/client.ts';
import {
  comparisonOf,
  folderOf,
  placeOf,
  type ChosenFolder,
  type ComparisonSnapshot,
  type ComparisonStore,
} from '../../parts/folder/comparison-store.ts';
import { PlaceFields } from '../../parts/form/place-fields.tsx';
import { JobProgress } from '../../parts/plan/job-progress.tsx';
import { planOf } from '../../parts/plan/plan-store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { UnreadList } from '../../ui/unread-list.tsx';
import { useOpenSessions, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { FoldersTable } from './folders-table.tsx';
import css from './folders.module.css';

/** Two folders side by side: chosen, compared to their ends, and a plan of the difference. */
export function FoldersScreen({ session }: { readonly session: SessionView }) {
  const comparison = comparisonOf(session.sessionId);
  const snapshot = useStore(comparison);
  return (
    <Page>
      <ScreenHead title="Compare folders" />
      <ErrorPanel error={snapshot.error} title="Not compared" />
      {snapshot.stage === 'choosing' ? (
        <Sides comparison={comparison} snapshot={snapshot} />
      ) : (
        <Compared session={session} comparison={comparison} snapshot={snapshot} />
      )}
    </Page>
  );
}

interface PartProps {
  readonly comparison: ComparisonStore;
  readonly snapshot: ComparisonSnapshot;
}

function Sides({ comparison, snapshot: { left, right } }: PartProps) {
  const [from, to] = [folderOf(left), folderOf(right)];
  const same =
    from !== undefined &&
    to !== undefined &&
    from.sessionId === to.sessionId &&
    from.mount.path + from.path === to.mount.path + to.path;
  const wrong = from === undefined || to === undefined || same;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) void comparison.compare();
      }}
    >
      <Stack gap={14} align="start">
        <div className={css['sides']}>
          <Side name="Left" at={left} onAt={(at) => comparison.choose({ left: at })} problem={undefined} />
          <Side
            name="Right"
            takesFocus
            at={right}
            onAt={(at) => comparison.choose({ right: at })}
            problem={same ? 'Both sides are the same folder.' : undefined}
          />
        </div>
        <Row align="center" gap={12} wrap>
          <Button variant="primary" type="submit" icon={FolderSync} disabled={wrong}>
            Compare
          </Button>
          <Note>It reads every entry of both sides, and the audit log shows each read.</Note>
        </Row>
      </Stack>
    </form>
  );
}

interface SideProps {
  readonly name: 'Left' | 'Right';
  readonly at: ChosenFolder;
  readonly onAt: (at: ChosenFolder) => void;
  readonly problem: string | undefined;
  readonly takesFocus?: boolean;
}

function Side({ name, at, onAt, problem, takesFocus = false }: SideProps) {
  return (
    <Stack as="section" gap={12} aria-label={name}>
      <Text as="h3" weight={600}>
        {name}
      </Text>
      <PlaceFields
        at={at}
        onAt={onAt}
        takesFocus={takesFocus}
        labels={{
          connection: `${name} connection`,
          mount: `${name} mount`,
          path: `${name} folder`,
          placeholder: 'the mount itself',
        }}
        problem={problem}
        hint={false}
      />
    </Stack>
  );
}

function Compared({ session, comparison, snapshot }: PartProps & { readonly session: SessionView }) {
  const { stage, compared, done, total, startedMs, end, rows } = snapshot;
  return (
    <>
      <Row align="center" gap={8} wrap>
        <Text grow shrinks breaks weight={600} data-selectable>
          <SideName of={compared?.left} /> ↔ <SideName of={compared?.right} />
        </Text>
        {stage === 'compared' && (
          <Button small icon={SlidersHorizontal} onClick={() => comparison.change()}>
            Change…
          </Button>
        )}
        {stage === 'compared' && (
          <Button small icon={FolderSync} onClick={() => void comparison.compare()}>
            Compare again
          </Button>
        )}
      </Row>
      {stage === 'comparing' && (
        <JobProgress
          label="Comparing"
          done={done}
          total={total}
          startedMs={startedMs}
          onCancel={() => void comparison.cancel()}
        />
      )}
      {end?.outcome === 'cancelled' && (
        <Note role="status">
          Cancelled: {grouped(rows.length)} of {grouped(total)} entries were compared.
        </Note>
      )}
      {end?.error !== undefined && <ErrorPanel error={end.error} title="It stopped before its end" />}
      {end !== undefined && end.unreadCount > 0 && (
        <UnreadList
          what={grouped(end.unreadCount)}
          rows={end.unread}
          more={end.unreadCount - end.unread.length}
        />
      )}
      {rows.length > 0 ? (
        <FoldersTable
          comparison={comparison}
          snapshot={snapshot}
          tools={(chosen) => <Copies session={session} snapshot={snapshot} rows={chosen} />}
        />
      ) : (
        stage === 'compared' && (
          <EmptyState icon={FolderSync} title="Nothing to compare">
            <p>Neither folder has entries that could be listed.</p>
          </EmptyState>
        )
      )}
    </>
  );
}

function SideName({ of }: { readonly of: ChosenFolder | undefined }) {
  const { sessions } = useOpenSessions();
  if (of === undefined) return null;
  const session = sessions.find(({ sessionId }) => sessionId === of.sessionId);
  const { name = '', environment = '' } = session ?? {};
  return (
    <>
      <NameText text={(of.mount?.path ?? '') + of.path} />
      {sessions.length > 1 && (
        <Text as="span" tone="dim">
          {' '}
          ({environment === '' ? name : `${name}, ${environment}`})
        </Text>
      )}
    </>
  );
}

interface CopiesProps {
  readonly session: SessionView;
  readonly snapshot: ComparisonSnapshot;
  /** Chosen rows, or all that are shown. */
  readonly rows: readonly ComparisonRow[];
}

/** Copies of rows to a side; each makes a plan that is read before it runs. */
function Copies({ session: { sessionId }, snapshot, rows }: CopiesProps) {
  const { openScreen } = useWorkspaceActions();
  const { comparisonId, compared, stage } = snapshot;
  if (comparisonId === undefined || compared === undefined || stage !== 'compared') return null;
  const copyTo = (to: ComparisonSide, chosen: readonly ComparisonRow[]): void => {
    const options = { to, rows: chosen.map(({ id }) => id), versions: 'latest', metadata: false } as const;
    const action = {
      kind: 'copy',
      to: placeOf(compared[to]),
      versions: 'latest',
      metadata: false,
      existing: 'overwrite',
    } as const;
    void planOf(sessionId).makeOf(action, compared[to].mount, () =>
      vault.comparison.plan({ comparisonId, ...options }),
    );
    openScreen('plan', '', sessionId);
  };
  const [toRight, toLeft] = [
    rows.filter((row) => canCopyFrom('left', row)),
    rows.filter((row) => canCopyFrom('right', row)),
  ];
  return (
    <>
      <Button small icon={ArrowLeft} disabled={toLeft.length === 0} onClick={() => copyTo('left', toLeft)}>
        Copy {grouped(toLeft.length)} to the left…
      </Button>
      <Button
        small
        icon={ArrowRight}
        disabled={toRight.length === 0}
        onClick={() => copyTo('right', toRight)}
      >
        Copy {grouped(toRight.length)} to the right…
      </Button>
    </>
  );
}
