import { RefreshCw, ShieldQuestionMark, ShieldX } from 'lucide-react';
import { Suspense, use, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorDetails } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Needs, neededOf, ruleFor, type RefusalCardProps } from './needs.tsx';
import { PolicyLines } from './policy-lines.tsx';
import { lazily } from '../../ui/lazily.ts';
import css from './refusal.module.css';
import { RefusalSession } from './refusal-session.ts';

const Explained = lazily(() => import('./explained.tsx'), 'Explained');

export interface FullRefusalProps extends RefusalCardProps {
  /** Asks for the reason at once. */
  readonly explained?: boolean;
}

/**
 * A refusal: the missing capability, a rule that would grant it, and on request the closest existing rule. Uncertain
 * findings and the server's own words are folded.
 */
export function FullRefusal({ explained = false, ...props }: FullRefusalProps) {
  const { error, title, onRetry, actions } = props;
  const session = use(RefusalSession);
  const [asked, setAsked] = useState(explained);
  const card = useRef<HTMLElement>(null);
  const needed = neededOf(props);
  const asking = session !== undefined && needed.path !== '';
  const buttons = (
    <div className={css['actions']}>
      {asking && !asked && (
        <Button
          small
          icon={ShieldQuestionMark}
          // Focus target after a refused open.
          data-first
          onClick={() => {
            setAsked(true);
            // The pressed button disappears: keep the focus in the card.
            card.current?.focus();
          }}
        >
          {session.usesLeft > 0 ? 'Why was I refused? (1 use)' : 'Why was I refused?'}
        </Button>
      )}
      {onRetry !== undefined && (
        <Button small icon={RefreshCw} onClick={onRetry}>
          Retry
        </Button>
      )}
      {actions}
    </div>
  );
  return (
    <section ref={card} tabIndex={-1} className={css['card']} aria-label="Not permitted">
      <Icon of={ShieldX} className={css['icon']} />
      <div className={css['content']}>
        {asked && asking ? (
          <Suspense fallback={<Needs {...needed} title={title} />}>
            <Explained session={session} error={error} needed={needed} title={title} unasked={explained}>
              {buttons}
            </Explained>
          </Suspense>
        ) : (
          <>
            <Needs {...needed} title={title} />
            <PolicyLines text={ruleFor(needed)} />
            {buttons}
            <ErrorDetails error={error}>
              <p data-selectable>{error.message}</p>
            </ErrorDetails>
          </>
        )}
      </div>
    </section>
  );
}
