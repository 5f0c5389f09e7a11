import { inMs } from '../../../shared/vault/counted.ts';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { CheckStep, ConnectionReport } from '../../../shared/vault/connection.ts';
import { products } from '../../../shared/vault/server.ts';
import type { Health } from '../../../shared/vault/server.ts';
import { CertificateChain } from '../../ui/certificate-chain.tsx';
import { roleOf } from '../../parts/session/server-state.ts';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import css from './check-details.module.css';
import { stepLooks, stepNames } from './check-steps.ts';

export interface CheckDetailsProps {
  readonly report: ConnectionReport | undefined;
  /** Error of a login; undefined: it was only checked, or succeeded. */
  readonly failure: AppError | undefined;
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

/** The steps of the connection, the server's state at its end, and the certificates it presented. */
export function CheckDetails({ report, failure, actions, onClose }: CheckDetailsProps) {
  const error = failure ?? report?.error;
  const chain = (error?.kind === 'tls' ? error.chain : undefined) ?? report?.chain ?? [];
  return (
    <Dialog open wide title="Connection check" onClose={onClose}>
      <Stack gap={12} data-report>
        <ErrorPanel error={error} actions={actions} />
        {report !== undefined && (
          <Stack as="ol" aria-label="Steps">
            {report.steps.map((step) => (
              <Step key={step.step} step={step} />
            ))}
          </Stack>
        )}
        {report?.health !== undefined && <HealthFacts health={report.health} elapsedMs={report.elapsedMs} />}
        {chain.length > 0 && <CertificateChain chain={chain} />}
      </Stack>
    </Dialog>
  );
}

function Step({ step }: { readonly step: CheckStep }) {
  const look = stepLooks[step.outcome];
  return (
    <li className={classes(css['step'], step.outcome === 'skipped' && css['skipped'])}>
      <Icon of={look.icon} tone={look.tone} />
      <Text tone="dim">
        {stepNames[step.step]}
        <span data-reader-only>: {look.words}</span>
      </Text>
      <span className={css['stepText']} data-selectable>
        {step.outcome === 'skipped' && step.detail === '' ? 'Not reached.' : step.detail}
      </span>
    </li>
  );
}

function HealthFacts({ health, elapsedMs }: { readonly health: Health; readonly elapsedMs: number }) {
  const product = products[health.kind].name;
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
      {health.initialized && !health.sealed && <Chip>{roleOf(health)}</Chip>}
      {health.clusterName !== '' && <Chip mono>{health.clusterName}</Chip>}
      <Chip>{inMs(elapsedMs)}</Chip>
    </div>
  );
}
