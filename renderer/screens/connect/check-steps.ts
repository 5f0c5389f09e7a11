/** Names and looks of the steps of a connection check. */
import { CircleCheck, CircleDashed, CircleMinus, CircleX, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { CheckStep, CheckStepName } from '../../../shared/vault/connection.ts';
import type { Tone } from '../../ui/tone.ts';

export const stepNames: Readonly<Record<CheckStepName, string>> = {
  address: 'Address',
  name: 'DNS',
  connection: 'TCP',
  tls: 'TLS',
  answer: 'Server',
  state: 'State',
};

/** The network steps, in order; a wrong address is reported at its field. */
export const stepsOnTheWay: readonly CheckStepName[] = ['name', 'connection', 'tls', 'answer', 'state'];

interface StepLook {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly words: string;
}

export const stepLooks: Readonly<Record<CheckStep['outcome'], StepLook>> = {
  ok: { icon: CircleCheck, tone: 'ok', words: 'passed' },
  warning: { icon: TriangleAlert, tone: 'warn', words: 'warning' },
  failed: { icon: CircleX, tone: 'danger', words: 'failed' },
  skipped: { icon: CircleDashed, tone: 'dim', words: 'not reached' },
  unused: { icon: CircleMinus, tone: 'dim', words: 'not used' },
};
