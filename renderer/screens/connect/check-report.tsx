import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheckStep, CheckStepName, ConnectionReport } from '../../../shared/vault/connection.ts';
import type { Health } from '../../../shared/vault/server.ts';
import { CertificateChain } from '../../ui/certificate-chain.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './check-report.module.css';

const names: Readonly<Record<CheckStepName, string>> = {
  address: 'Address',
  name: 'Name',
  connection: 'Connection',
  tls: 'TLS',
  answer: 'Answer',
  state: 'State',
};

const looks: Readonly<Record<CheckStep['outcome'], { icon: LucideIcon; style: string; words: string }>> = {
  ok: { icon: CircleCheck, style: 'ok', words: 'in order' },
  warning: { icon: TriangleAlert, style: 'warned', words: 'warning' },
  failed: { icon: CircleX, style: 'failed', words: 'failed' },
  skipped: { icon: CircleDashed, style: 'skipped', words: 'not reached' },
};

export interface CheckReportProps {
  readonly report: ConnectionReport;
  /** Buttons for the error, if there is one. */
  readonly actions?: ReactNode;
}

/** The way to the server, a step at a time, and what is known at its end. */
export function CheckReport({ report, actions }: CheckReportProps) {
  const { steps, health, chain, error } = report;
  return (
    <div className={css['report']} data-report>
      <Panel>
        <ol className={css['steps']} aria-label="Connection check">
          {steps.map((step) => (
            <Step key={step.step} step={step} />
          ))}
        </ol>
        {health !== undefined && <HealthFacts health={health} elapsedMs={report.elapsedMs} />}
      </Panel>
      {error !== undefined && <ErrorPanel error={error} actions={actions} />}
      {chain !== undefined && chain.length > 0 && (
        <Disclosure
          title="Certificate chain"
          note={chain.length === 1 ? '1 certificate' : `${String(chain.length)} certificates`}
          initiallyOpen={error?.kind === 'tls'}
        >
          <CertificateChain chain={chain} />
        </Disclosure>
      )}
    </div>
  );
}

function Step({ step }: { readonly step: CheckStep }) {
  const look = looks[step.outcome];
  return (
    <li className={classes(css['step'], css[look.style])}>
      <Icon of={look.icon} />
      <span className={css['stepName']}>
        {names[step.step]}
        <span data-reader-only>: {look.words}</span>
      </span>
      <span className={css['stepText']} data-selectable>
        {step.outcome === 'skipped' && step.detail === '' ? 'Not reached.' : step.detail}
      </span>
    </li>
  );
}

function HealthFacts({ health, elapsedMs }: { readonly health: Health; readonly elapsedMs: number }) {
  const product = health.kind === 'openbao' ? 'OpenBao' : 'Vault';
  return (
    <div className={css['chips']}>
      <Chip tone="accent">
        {product} {health.version}
        {health.enterprise && ' Enterprise'}
      </Chip>
      {!health.initialized && <Chip tone="warn">not initialised</Chip>}
      {health.initialized && (
        <Chip tone={health.sealed ? 'danger' : 'ok'}>{health.sealed ? 'sealed' : 'unsealed'}</Chip>
      )}
      <Chip>{health.performanceStandby ? 'performance standby' : health.standby ? 'standby' : 'active'}</Chip>
      {health.clusterName !== '' && <Chip mono>{health.clusterName}</Chip>}
      <Chip>{Math.round(elapsedMs)} ms</Chip>
    </div>
  );
}
