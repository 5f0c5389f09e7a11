import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { CertificateChain } from '../../ui/certificate-chain.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import css from './check-report.module.css';

export interface ConnectFailureProps {
  readonly error: AppError;
  readonly actions: ReactNode;
}

/** Why a login ended before the token, with the certificates that the server had shown by then. */
export function ConnectFailure({ error, actions }: ConnectFailureProps) {
  const chain = error.kind === 'tls' ? (error.chain ?? []) : [];
  return (
    <div className={css['report']}>
      <ErrorPanel error={error} actions={actions} />
      {chain.length > 0 && <CertificateChain chain={chain} />}
    </div>
  );
}
