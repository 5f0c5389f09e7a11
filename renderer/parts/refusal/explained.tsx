import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf, query } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Explanation } from './explanation.tsx';
import { PolicyLines } from './policy-lines.tsx';
import { Needs, ruleFor, type Needed } from './needs.tsx';
import type { AskingSession } from './refusal-session.ts';
import css from './refusal.module.css';

export interface ExplainedProps {
  readonly session: AskingSession;
  readonly error: AppError;
  readonly needed: Needed;
  readonly title: string | undefined;
  /** True if opened without a click: a limited-use token then queries only on request. */
  readonly unasked: boolean;
  /** Remedies, as buttons. */
  readonly children: ReactNode;
}

/** Content of the card after asking for the reason: the server's explanation replaces the error's. */
export function Explained(props: ExplainedProps) {
  const { session, error, needed, title, unasked, children } = props;
  const { sessionId, usesLeft } = session;
  const path = error.path ?? needed.path;
  const input = {
    sessionId,
    path,
    ...(error.method === undefined ? { capability: needed.capability } : { method: error.method }),
  };
  // Not cached: capabilities can change on the server while the screen is closed.
  const timing = { enabled: !unasked || usesLeft === 0, gcTime: 0 };
  const asked = useQuery(query('refusal.explain', input, timing));
  const { data } = asked;
  if (data !== undefined)
    return (
      <Explanation error={error} title={title} sudo={needed.sudo} explanation={data}>
        {children}
      </Explanation>
    );
  return (
    <>
      <Needs {...needed} title={title} />
      <PolicyLines text={ruleFor(needed)} />
      {asked.isError ? (
        <ErrorPanel
          error={appErrorOf(asked.error)}
          title="The reason is unknown"
          actions={
            <Button small icon={RefreshCw} onClick={() => void asked.refetch()}>
              Retry
            </Button>
          }
        />
      ) : asked.isFetching || !unasked ? (
        <Skeleton rows={3} />
      ) : (
        <div className={css['actions']}>
          <Button small onClick={() => void asked.refetch()}>
            Why was I refused? (1 use)
          </Button>
        </div>
      )}
      {children}
    </>
  );
}
