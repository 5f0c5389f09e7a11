import { CircleDashed, X } from 'lucide-react';
import { Suspense, use, useState } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { CheckStep, CheckStepName, ConnectionReport } from '../../../shared/vault/connection.ts';
import { products } from '../../../shared/vault/server.ts';
import type { Health } from '../../../shared/vault/server.ts';
import { waitingWords } from '../../parts/login/login-types.ts';
import { roleOf } from '../../parts/session/server-state.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorRemedy } from '../../ui/error-remedy.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { lazily } from '../../ui/lazily.ts';
import css from './check-footer.module.css';
import { stepLooks, stepNames, stepsOnTheWay } from './check-steps.ts';
import type { ConnectDraft } from './connect-draft.ts';
import type { Connecting } from './use-connect.ts';

const CheckFailure = lazily(() => import('./check-failure.tsx'), 'CheckFailure');
const CheckDetails = lazily(() => import('./check-details.tsx'), 'CheckDetails');

export interface CheckFooterProps {
  readonly draft: ConnectDraft;
  readonly connecting: Connecting;
  /** Remedies for an error, as buttons. */
  readonly actionsFor: (error: AppError) => ReactNode;
}

/** Progress of a check or login and the reason it stopped: in one line if it fits, else all of it below the steps. */
export function CheckFooter({ draft, connecting, actionsFor }: CheckFooterProps) {
  const { pending, failure, report, steps } = connecting;
  const error = failure ?? report?.error;
  const toMend = error ?? unready(report);
  const [details, setDetails] = useState(false);
  const actions = error === undefined ? null : actionsFor(error);
  const remedyOf = use(ErrorRemedy);
  if (pending === undefined && toMend === undefined && report === undefined) return null;
  return (
    <section className={css['footer']} aria-label="Connection">
      <div className={css['row']}>
        {(pending === 'check' || steps.length > 0) && <Steps steps={steps} checking={pending === 'check'} />}
        {error === undefined ? (
          <p className={classes(css['message'], toMend !== undefined && css['neutral'])} aria-live="polite">
            {wordsOf(connecting, draft)}
          </p>
        ) : (
          <Suspense fallback={<p className={css['message']} />}>
            <CheckFailure error={error} />
          </Suspense>
        )}
        {pending === undefined ? (
          <Row gap={6} rigid>
            {toMend !== undefined && remedyOf(toMend)}
            {actions}
            {(error !== undefined || report !== undefined) && (
              <Button small variant="ghost" onClick={() => setDetails(true)}>
                Details…
              </Button>
            )}
          </Row>
        ) : (
          <Button small icon={X} onClick={connecting.cancel}>
            {pending === 'check' ? 'Stop checking' : 'Cancel'}
          </Button>
        )}
      </div>
      {details && (
        <Suspense fallback={null}>
          <CheckDetails
            report={report}
            failure={failure}
            actions={actions}
            onClose={() => setDetails(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

function Steps({ steps, checking }: { readonly steps: readonly CheckStep[]; readonly checking: boolean }) {
  const next = stepsOnTheWay.find((name) => !steps.some(({ step }) => step === name));
  return (
    <ol className={css['steps']} aria-label="Connection check">
      {stepsOnTheWay.map((name) => (
        <Step
          key={name}
          name={name}
          done={steps.find(({ step }) => step === name)}
          going={checking && name === next}
        />
      ))}
    </ol>
  );
}

interface StepProps {
  readonly name: CheckStepName;
  readonly done: CheckStep | undefined;
  /** The step is running. */
  readonly going: boolean;
}

function Step({ name, done, going }: StepProps) {
  const look = done === undefined ? undefined : stepLooks[done.outcome];
  return (
    <li className={classes(css['step'], (look === undefined || look.tone === 'dim') && css['waiting'])}>
      <Icon of={look?.icon ?? CircleDashed} size={14} tone={look?.tone ?? (going ? 'accent' : 'dim')} />
      {stepNames[name]}
      {done !== undefined && (
        <span data-reader-only>
          : {look?.words}. {done.detail}
        </span>
      )}
      {going && <span data-reader-only>: checking</span>}
    </li>
  );
}

function wordsOf({ pending, report }: Connecting, { login }: ConnectDraft): string {
  switch (pending) {
    case 'check':
      return 'Checking…';
    case 'save':
      return 'Saving…';
    case 'login':
      return waitingWords(login.type);
    case undefined:
      return report === undefined ? '' : outcomeOf(report);
  }
}

/** Summary of a check: the failed step, else the server's state and the warnings. */
function outcomeOf({ steps, health }: ConnectionReport): string {
  const failed = steps.find(({ outcome }) => outcome === 'failed');
  if (failed !== undefined) return failed.detail;
  const warnings = steps.filter(({ outcome }) => outcome === 'warning').map(({ detail }) => detail);
  return [...(health === undefined ? [] : [healthWords(health)]), ...warnings].join(' · ');
}

/** A server that answers and cannot work: the connection check has not failed, yet the user has something to do. */
function unready(report: ConnectionReport | undefined): AppError | undefined {
  const { health, steps = [] } = report ?? {};
  if (health === undefined || (health.initialized && !health.sealed)) return undefined;
  const message = steps.find(({ outcome }) => outcome === 'failed')?.detail ?? '';
  return { kind: health.initialized ? 'sealed' : 'not-initialized', message };
}

function healthWords(health: Health): string {
  const product = products[health.kind].name;
  const state = !health.initialized
    ? 'not initialised'
    : health.sealed
      ? 'sealed'
      : `unsealed · ${roleOf(health)}`;
  return [`${product} ${health.version}`.trim(), state].join(' · ');
}
