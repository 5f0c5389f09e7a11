import {
  Ban,
  Boxes,
  CircleX,
  Clock,
  Coins,
  CornerUpRight,
  FileQuestionMark,
  FileX,
  Gauge,
  GitCompareArrows,
  HardDrive,
  HardDriveDownload,
  Hourglass,
  KeyRound,
  Lock,
  MessageCircleWarning,
  OctagonAlert,
  PackageX,
  Server,
  ServerCrash,
  ServerOff,
  ShieldAlert,
  ShieldX,
  TimerOff,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { AppErrorKind } from '../../shared/ipc/result.ts';

export type ErrorTone = 'danger' | 'warn' | 'neutral';

interface Look {
  readonly icon: LucideIcon;
  readonly tone: ErrorTone;
}

/** Icon and tone of each error kind: red for broken, amber for transient or refused, grey for neutral. */
export const errorLooks: Readonly<Record<AppErrorKind, Look>> = {
  'invalid-path': { icon: FileQuestionMark, tone: 'neutral' },
  forbidden: { icon: ShieldX, tone: 'warn' },
  'invalid-request': { icon: MessageCircleWarning, tone: 'danger' },
  unauthenticated: { icon: KeyRound, tone: 'warn' },
  sealed: { icon: Lock, tone: 'danger' },
  'namespace-sealed': { icon: Lock, tone: 'warn' },
  standby: { icon: Server, tone: 'warn' },
  'not-initialized': { icon: HardDriveDownload, tone: 'warn' },
  'other-cluster': { icon: ServerOff, tone: 'danger' },
  'rate-limited': { icon: Gauge, tone: 'warn' },
  'server-error': { icon: ServerCrash, tone: 'danger' },
  'bad-answer': { icon: FileX, tone: 'danger' },
  'too-large': { icon: PackageX, tone: 'warn' },
  conflict: { icon: GitCompareArrows, tone: 'warn' },
  'not-offered': { icon: Ban, tone: 'neutral' },
  'root-namespace-only': { icon: Boxes, tone: 'neutral' },
  tls: { icon: ShieldAlert, tone: 'danger' },
  network: { icon: Unplug, tone: 'danger' },
  timeout: { icon: TimerOff, tone: 'danger' },
  'redirect-refused': { icon: CornerUpRight, tone: 'warn' },
  'awaiting-approval': { icon: Hourglass, tone: 'neutral' },
  'outcome-unknown': { icon: OctagonAlert, tone: 'danger' },
  locked: { icon: ServerOff, tone: 'neutral' },
  cancelled: { icon: Clock, tone: 'neutral' },
  'invalid-input': { icon: TriangleAlert, tone: 'danger' },
  'costs-a-use': { icon: Coins, tone: 'neutral' },
  'not-kept': { icon: HardDrive, tone: 'danger' },
  internal: { icon: CircleX, tone: 'danger' },
};
