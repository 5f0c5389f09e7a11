import { FolderSync, SlidersHorizontal } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import { useStore } from '../../api/store.ts';
import {
  comparisonOf,
  isFileSide,
  sideOf,
  type ChosenSide,
  type ComparisonSnapshot,
  type ComparisonStore,
} from '../../parts/folder/comparison-store.ts';
import { JobProgress } from '../../parts/plan/job-progress.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { UnreadList } from '../../ui/unread-list.tsx';
import { useOpenSessions } from '../../workspace/workspace.tsx';
import { ComparedSideFields } from './compared-side-fields.tsx';
import { Copies } from './copies.tsx';
import { FoldersTable } from './folders-table.tsx';
import css from './folders.module.css';

/** Two folders side by side, or a folder and a file: chosen, compared to their ends, and a plan of the difference. */
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

function Sides({ comparison, snapshot: { left, right, reading } }: PartProps) {
  const [from, to] = [sideOf(left), sideOf(right)];
  const hasFile = isFileSide(left) || isFileSide(right);
  const same =
    from !== undefined &&
    to !== undefined &&
    !isFileSide(from) &&
    !isFileSide(to) &&
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
          {(['left', 'right'] as const).map((side) => (
            <ComparedSideFields
              key={side}
              side={side}
              comparison={comparison}
              at={side === 'left' ? left : right}
              takesFocus={side === 'right'}
              canBeFile={!hasFile}
              reading={reading}
              problem={side === 'right' && same ? 'Both sides are the same folder.' : undefined}
            />
          ))}
        </div>
        <Row align="center" gap={12} wrap>
          <Button variant="primary" type="submit" icon={FolderSync} disabled={wrong || reading !== undefined}>
            Compare
          </Button>
          <Note>
            {hasFile
              ? 'It reads every entry of the folder, and the audit log shows each read.'
              : 'It reads every entry of both sides, and the audit log shows each read.'}
          </Note>
        </Row>
      </Stack>
    </form>
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

function SideName({ of }: { readonly of: ChosenSide | undefined }) {
  const { sessions } = useOpenSessions();
  if (of === undefined) return null;
  if (isFileSide(of)) return <NameText text={of.file.fileName} />;
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
