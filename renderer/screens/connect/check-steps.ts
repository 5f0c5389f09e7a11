/** The steps of a connection check as screens name and draw them. */
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { CheckStep, CheckStepName } from '../../../shared/vault/connection.ts';

export const stepNames: Readonly<Record<CheckStepName, string>> = {
  address: 'Address',
  name: 'DNS',
  connection: 'TCP',
  tls: 'TLS',
  answer: 'Vault',
  state: 'State',
};

/** Those on the way, in their order; the address is wrong at its field. */
export const stepsOnTheWay: readonly CheckStepName[] = ['name', 'connection', 'tls', 'answer', 'state'];

interface StepLook {
  readonly icon: LucideIcon;
  readonly style: string;
  readonly words: string;
}

export const stepLooks: Readonly<Record<CheckStep['outcome'], StepLook>> = {
  ok: { icon: CircleCheck, style: 'ok', words: 'in order' },
  warning: { icon: TriangleAlert, style: 'warned', words: 'warning' },
  failed: { icon: CircleX, style: 'failed', words: 'failed' },
  skipped: { icon: CircleDashed, style: 'skipped', words: 'not reached' },
};
