import { Info, LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ConsoleMethod } from '../../../shared/vault/console.ts';
import { announce } from '../../ui/announce.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AnswerPanel } from '../../parts/answer/answer-panel.tsx';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import css from './console.module.css';
import type { AskedRequest, Outcome } from './request-run.ts';

export interface OutcomeViewProps {
  readonly outcome: Outcome;
  readonly onDismissed: () => void;
}

/** The outcome of a request, shown below it. */
export function OutcomeView({ outcome, onDismissed }: OutcomeViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const state = useRef(outcome.state);
  useEffect(() => {
    const before = state.current;
    state.current = outcome.state;
    if (before !== 'sending' || outcome.state === 'sending' || outcome.state === 'none') return;
    announce(outcome.state === 'answered' ? 'The server has responded.' : 'The request failed.');
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome.state]);
  return (
    <div ref={place} className={css['outcome']}>
      {shown(outcome, onDismissed)}
    </div>
  );
}

function shown(outcome: Outcome, onDismissed: () => void) {
  switch (outcome.state) {
    case 'none':
      return null;
    case 'sending':
      return (
        <p className={css['waiting']} role="status">
          <Icon of={LoaderCircle} size={15} />
          Sending {outcome.request.method} {outcome.request.path}…
        </p>
      );
    case 'answered':
      return (
        <AnswerPanel
          key={outcome.answer.answerId}
          belowRequest
          answer={outcome.answer}
          onDismissed={onDismissed}
        />
      );
    case 'forgotten':
      return (
        <p className={css['waiting']} role="status">
          <Icon of={Info} size={15} />
          {outcome.status === 0
            ? 'There was no response.'
            : `Status ${String(outcome.status)}. The response is not kept any more.`}
        </p>
      );
    case 'failed':
      return <Failed request={outcome.request} error={outcome.error} />;
  }
}

function Failed({ request, error }: { readonly request: AskedRequest; readonly error: AppError }) {
  if (error.kind === 'cancelled')
    return (
      <p className={css['waiting']} role="status">
        <Icon of={Info} size={15} />
        Cancelled: nothing was sent.
      </p>
    );
  const title = error.status === undefined ? 'No response' : `Status ${String(error.status)}`;
  if (error.kind === 'forbidden' && error.path !== undefined)
    return (
      <RefusalCard
        error={error}
        title={title}
        capability={capabilities[request.method]}
        apiPath={error.path}
      />
    );
  return <ErrorPanel error={error} title={error.kind === 'invalid-input' ? 'Nothing was sent' : title} />;
}

const capabilities: Readonly<
  Record<ConsoleMethod, 'read' | 'list' | 'create' | 'update' | 'delete' | 'patch'>
> = { GET: 'read', LIST: 'list', POST: 'update', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };
