import { Activity, PackageOpen } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { VisitKind } from './unauthenticated.ts';
import css from './without-login.module.css';

export interface WithoutLoginProps {
  readonly onVisit: (kind: VisitKind) => void;
}

/** The ways to the server of the form that need no login. */
export function WithoutLogin({ onVisit }: WithoutLoginProps) {
  return (
    <section className={css['ways']} aria-label="Without logging in">
      <span className={css['words']}>Without logging in</span>
      <Button
        small
        icon={PackageOpen}
        onClick={() => {
          onVisit('wrapping');
        }}
      >
        Open a wrapping token…
      </Button>
      <Button
        small
        icon={Activity}
        onClick={() => {
          onVisit('system');
        }}
      >
        Seal status and unsealing…
      </Button>
    </section>
  );
}
