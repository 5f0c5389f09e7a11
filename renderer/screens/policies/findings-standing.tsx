import { RefreshCw } from 'lucide-react';
import { grouped } from '../../../shared/vault/counted.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Meter } from '../../ui/meter.tsx';
import type { Findings } from './findings-store.ts';
import css from './findings.module.css';

export interface FindingsStandingProps {
  readonly findings: Findings<unknown>;
  /** Name of the counted things, e.g. `folders`. */
  readonly things: string;
  /** The result, once it has ended, e.g. `3 uses`. */
  readonly found: string;
  /** There is a result, which can be incomplete. */
  readonly foundAny: boolean;
  readonly onCancel: () => void;
  readonly onAgain: () => void;
}

/** Progress of a search, its end, and the parts it could not read. */
export function FindingsStanding(props: FindingsStandingProps) {
  const { findings, things, found, foundAny, onCancel, onAgain } = props;
  const { running, done, total, end, error } = findings;
  const counted = `${grouped(done)} of ${grouped(total)} ${things}`;
  if (error !== undefined) return <ErrorPanel error={error} title="Not started" />;
  if (running)
    return (
      <div className={css['standing']}>
        <span>{total === 0 ? 'Reading…' : counted}</span>
        <Meter tone="accent" label="Progress" value={total === 0 ? 0 : done / total} className={css['bar']} />
        <Button small onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  const outcome = end?.outcome;
  const unread = end?.unread ?? [];
  return (
    <>
      <div className={css['standing']}>
        <span role="status">
          {outcome === 'cancelled' ? `Cancelled after ${counted}: ` : ''}
          {outcome === 'stopped' ? `Stopped after ${counted}: ` : ''}
          {found}
        </span>
        <IconButton small icon={RefreshCw} label="Refresh" onClick={onAgain} />
      </div>
      {end?.error !== undefined && <ErrorPanel error={end.error} title="Stopped" />}
      {unread.length > 0 && (
        <Disclosure
          initiallyOpen
          title={`${grouped(end?.unreadCount ?? 0)} could not be read${foundAny ? ': the result may be incomplete' : ''}`}
        >
          <ul className={css['unread']} data-selectable>
            {unread.map(({ path, reason }, at) => (
              <li key={`${path} ${String(at)}`}>
                <code>{path}</code> {reason}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}
