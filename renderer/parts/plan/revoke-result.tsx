import { grouped } from '../../../shared/vault/counted.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { JobProgress } from './job-progress.tsx';
import type { Revocation, Revoking } from './revocation.ts';
import css from './plan.module.css';

export interface RevokeResultProps {
  /** Plural of the items, e.g. `tokens`. */
  readonly things: string;
  readonly revoking: Revoking;
  readonly store: Pick<Revocation<never>, 'revoke' | 'cancelRevoke' | 'dismissResult'>;
}

/** Progress and outcome of a bulk revocation: revoked, already gone, failed with reasons. */
export function RevokeResult({ things, revoking, store }: RevokeResultProps) {
  const { running, asking, rows, end, error, done, total, startedMs } = revoking;
  const count = (outcome: string): number => rows.filter((row) => row.outcome === outcome).length;
  const bad = rows.filter(({ outcome }) => outcome === 'failed' || outcome === 'unknown');
  const failed = bad.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  const parts = [
    [count('revoked'), 'revoked'],
    [count('gone'), 'already gone'],
    [count('failed'), 'failed'],
    [count('unknown'), 'unknown'],
    [running ? 0 : total - rows.length, 'not tried'],
  ] as const;
  const summary = parts.filter(([number]) => number > 0);
  return (
    <section className={css['result']} aria-label="Revocation">
      {asking ? (
        <p role="status">Nothing is revoked yet: it waits for your confirmation.</p>
      ) : running ? (
        <JobProgress
          label="Revoking"
          done={done}
          total={total}
          startedMs={startedMs}
          onCancel={() => void store.cancelRevoke()}
        />
      ) : (
        <div className={css['resultHead']} role="status">
          <span>
            {end?.outcome === 'cancelled' && 'Cancelled: '}
            {summary.map(([number, what]) => `${grouped(number)} ${what}`).join(' · ')}
            {total === 1 && bad.length === 0 && <code> {rows[0]?.id}</code>}
          </span>
          <span className={css['push']} />
          {failed.length > 0 && (
            <Button small onClick={() => void store.revoke(failed)}>
              Retry the failed…
            </Button>
          )}
          <Button small onClick={() => store.dismissResult()}>
            Close
          </Button>
        </div>
      )}
      <ErrorPanel error={error} title={`The ${things} were not revoked`} />
      {end?.error !== undefined && <ErrorPanel error={end.error} title="It stopped before its end" />}
      {bad.length > 0 && (
        <Disclosure initiallyOpen title={`${grouped(bad.length)} with a reason`}>
          <ul className={css['list']} data-selectable>
            {bad.slice(0, 500).map(({ id, outcome, reason }) => (
              <li key={id}>
                <code>{id}</code>{' '}
                {reason ??
                  (outcome === 'unknown' ? 'The answer was lost on the way.' : 'The server gave no reason.')}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}
