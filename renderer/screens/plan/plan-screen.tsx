import { FolderInput, ListChecks, Play, Save, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { useStore } from '../../api/store.ts';
import { JobProgress } from '../../parts/plan/job-progress.tsx';
import { canRun } from '../../parts/plan/plan-rows.ts';
import { planOf, type PlanSnapshot, type PlanStore } from '../../parts/plan/plan-store.ts';
import { unfinishedTitle } from '../../parts/plan/unfinished.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { Button } from '../../ui/button.tsx';
import { takeFocus } from '../../ui/focus.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { UnreadList } from '../../ui/unread-list.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { Choosing } from './choosing.tsx';
import { outcomeWords, planTitle, rowsWord, type Outcome } from './plan-words.ts';
import { PlanTable } from './plan-table.tsx';
import { grouped } from '../../../shared/vault/counted.ts';
import css from './plan.module.css';

/** Plan of a session: selection and action, rows to read, one run, its result. */
export function PlanScreen({ session }: { readonly session: SessionView }) {
  const plan = planOf(session.sessionId);
  const snapshot = useStore(plan);
  const { stage, error } = snapshot;
  return (
    <Stack full gap={12} className={css['screen']}>
      <ScreenHead title="Plan" />
      <ErrorPanel
        error={error}
        title={stage === 'choosing' ? 'The plan could not be made' : 'The plan was not run'}
      />
      {stage === 'choosing' ? (
        <Choosing session={session} plan={plan} snapshot={snapshot} />
      ) : (
        <Made session={session} plan={plan} snapshot={snapshot} />
      )}
    </Stack>
  );
}

interface PartProps {
  readonly plan: PlanStore;
  readonly snapshot: PlanSnapshot;
}

function Made({ session, plan, snapshot }: PartProps & { readonly session: SessionView }) {
  const { stage, action, isUndo, resumed, places, end, file } = snapshot;
  const title = resumed === undefined ? planTitle(action, places) : unfinishedTitle(resumed);
  const { openScreen } = useWorkspaceActions();
  const { rows } = plan;
  return (
    <>
      <Row align="center" gap={8} wrap>
        <Text grow shrinks cut weight={600} data-selectable>
          <NameText text={isUndo ? `Undo: ${title}` : title} />
        </Text>
        {stage === 'made' && !isUndo && resumed === undefined && action?.kind !== 'import' && (
          <Button small icon={Save} disabled={rows.runnable === 0} onClick={() => void plan.save()}>
            Save the plan…
          </Button>
        )}
        {(stage === 'made' || stage === 'ran') && (
          <Button
            small
            icon={ListChecks}
            onClick={() =>
              action?.kind === 'import' ? openScreen('import', '', action.to.sessionId) : plan.change()
            }
          >
            {stage === 'made' && !isUndo && (places.length > 0 || action?.kind === 'import')
              ? 'Change…'
              : action?.kind === 'import'
                ? 'New import…'
                : 'New plan…'}
          </Button>
        )}
      </Row>
      {stage === 'made' && file !== undefined && (
        <Note role="status">
          {file.saved === undefined
            ? `Loaded from ${file.name} and checked against the server.`
            : `${rowsWord(file.saved)} saved to ${file.name}, without values.`}
        </Note>
      )}
      <Status plan={plan} snapshot={snapshot} />
      {end?.error !== undefined && <ErrorPanel error={end.error} title="It stopped before its end" />}
      {end !== undefined && end.unreadCount > 0 && (
        <UnreadList
          what={grouped(end.unreadCount)}
          rows={end.unread}
          more={end.unreadCount - end.unread.length}
        />
      )}
      {rows.count > 0 ? (
        <PlanTable session={session} plan={plan} snapshot={snapshot} />
      ) : (
        stage !== 'making' && (
          <EmptyState icon={FolderInput} title="Nothing to do">
            <p>The selected folders have no entries that could be read.</p>
          </EmptyState>
        )
      )}
    </>
  );
}

/** Line between title and rows: progress, the one button that runs the plan, or the result. */
function Status({ plan, snapshot }: PartProps) {
  const { stage, done, total, startedMs, paused, leftOut } = snapshot;
  switch (stage) {
    case 'choosing':
      return null;
    case 'making':
    case 'running':
      return (
        <Row align="center" gap={8} wrap>
          <JobProgress
            label={stage === 'making' ? 'Making the plan' : paused ? 'Paused' : 'Running'}
            done={done}
            total={total}
            startedMs={startedMs}
            onCancel={() => void plan.cancel()}
          />
          {stage === 'running' && (
            <Button small onClick={() => void plan.pause(!paused)}>
              {paused ? 'Go on' : 'Pause'}
            </Button>
          )}
        </Row>
      );
    case 'asking':
      return <Note role="status">Nothing is changed yet: it waits for your confirmation.</Note>;
    case 'made': {
      const left = [...leftOut].filter((id) => isRunnable(plan, id)).length;
      const count = plan.rows.runnable - left;
      return (
        <Row align="center" gap={8} wrap>
          <Note role="status" numbers grow>
            {plan.rows.runnable === 0
              ? 'No row changes anything.'
              : left === 0
                ? 'Nothing is changed before you confirm.'
                : `${rowsWord(left)} left out. Nothing is changed before you confirm.`}
          </Note>
          <RunButton count={count} onRun={() => void plan.run()} />
        </Row>
      );
    }
    case 'ran':
      return <Result plan={plan} snapshot={snapshot} />;
  }
}

/** Has the focus as soon as the plan is made: reading it and Enter is all that is left. */
function RunButton({ count, onRun }: { readonly count: number; readonly onRun: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => takeFocus(button.current), []);
  return (
    <Button ref={button} variant="primary" icon={Play} disabled={count === 0} onClick={onRun}>
      Run {rowsWord(count)}…
    </Button>
  );
}

function isRunnable(plan: PlanStore, id: number): boolean {
  const row = plan.rows.all[id];
  return row !== undefined && canRun(row);
}

function Result({ plan, snapshot }: PartProps) {
  const { leftOut, end, filter, action, isUndo, changed } = snapshot;
  const { toMount: mount } = snapshot.draft;
  const isPlaced = action?.kind === 'copy' || action?.kind === 'move' || action?.kind === 'import';
  const to = !isUndo && isPlaced ? action.to : undefined;
  const openPlace = useOpenPlace(to?.sessionId ?? '');
  const { rows } = plan;
  // Results are added to the same object: `changed` says that there are more.
  const counts = useMemo(
    () => (changed === 0 ? new Map<Outcome, number>() : rows.outcomes((id) => leftOut.has(id))),
    [rows, leftOut, changed],
  );
  const retried = (['failed', 'unknown'] as const).filter((outcome) => counts.has(outcome));
  return (
    <Row align="center" gap={8} wrap role="status" aria-label="Result">
      {end?.outcome === 'cancelled' && <Text>Cancelled:</Text>}
      <FilterChips
        words={outcomeWords}
        counts={counts}
        chosen={filter.outcome}
        onChoose={(outcome) => plan.setFilter({ outcome })}
      />
      <Row push gap={8}>
        {to !== undefined && mount?.path === to.mount && counts.has('done') && (
          <Button small onClick={() => openPlace({ mount, path: to.path }, 'pin')}>
            Open destination
          </Button>
        )}
        {counts.has('none') ? (
          <Button small onClick={() => void plan.run()}>
            Run the rest…
          </Button>
        ) : (
          retried.length > 0 && (
            <Button small onClick={() => void plan.retry()}>
              Retry the {retried.join(' and ')}…
            </Button>
          )
        )}
        {!isUndo && counts.has('done') && (
          <Button small icon={Undo2} onClick={() => void plan.undo()}>
            Undo…
          </Button>
        )}
      </Row>
    </Row>
  );
}
