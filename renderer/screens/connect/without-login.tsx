import { LockKeyholeOpen, PackageOpen } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import type { UnauthenticatedKind } from './unauthenticated.ts';
import css from './without-login.module.css';

export interface WithoutLoginProps {
  readonly onUnauthenticated: (kind: UnauthenticatedKind) => void;
}

/** Actions on the server of the form that need no login. */
export function WithoutLogin({ onUnauthenticated }: WithoutLoginProps) {
  return (
    <Row as="section" wrap gap={8} align="center" aria-label="Without logging in">
      <span className={css['words']}>Without logging in</span>
      <Button small icon={PackageOpen} onClick={() => onUnauthenticated('wrapping')}>
        Open a wrapping token…
      </Button>
      <Button small icon={LockKeyholeOpen} onClick={() => onUnauthenticated('cluster')}>
        Seal status and unsealing…
      </Button>
    </Row>
  );
}
