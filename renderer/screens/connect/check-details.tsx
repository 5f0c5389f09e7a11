import { inMs } from '../../../shared/vault/counted.ts';
import { capital } from '../../../shared/vault/one-line.ts';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { CheckStep, ConnectionReport } from '../../../shared/vault/connection.ts';
import { CertificateList } from '../../ui/certificate-chain.tsx';
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

/** The steps of the connection, its cluster and time, and the certificates it presented. */
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
              <Step key={step.step} step={step} isSaid={step.detail === error?.message} />
            ))}
          </Stack>
        )}
        {report !== undefined && (
          <Text as="p" tone="dim">
            {[report.health?.clusterName ?? '', `Duration ${inMs(report.elapsedMs)}`]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        )}
        {chain.length > 0 && <CertificateList certificates={chain} />}
      </Stack>
    </Dialog>
  );
}

interface StepProps {
  readonly step: CheckStep;
  /** The error above says its detail. */
  readonly isSaid: boolean;
}

function Step({ step, isSaid }: StepProps) {
  const look = stepLooks[step.outcome];
  return (
    <li className={classes(css['step'], step.outcome === 'skipped' && css['skipped'])}>
      <Icon of={look.icon} tone={look.tone} />
      <Text tone="dim">
        {stepNames[step.step]}
        <span data-reader-only>: {look.words}</span>
      </Text>
      <span className={css['stepText']} data-selectable>
        {isSaid ? capital(look.words) : step.detail}
      </span>
    </li>
  );
}
