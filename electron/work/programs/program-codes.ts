/** Errors of the app as ends of a program's request: each is one of the launcher's exit codes. */
import type { AppError, AppErrorKind } from '../../../shared/ipc/result.ts';
import type { ProgramCode } from '../../../shared/vault/programs.ts';

const codes: Partial<Readonly<Record<AppErrorKind, ProgramCode>>> = {
  cancelled: 'denied',
  locked: 'locked',
  unauthenticated: 'no-connection',
  'invalid-path': 'not-found',
  forbidden: 'not-permitted',
  'awaiting-approval': 'not-permitted',
  'costs-a-use': 'not-permitted',
  'rate-limited': 'busy',
  'invalid-input': 'invalid-reference',
  conflict: 'changed',
  sealed: 'unreachable',
  'namespace-sealed': 'unreachable',
  standby: 'unreachable',
  'not-initialized': 'unreachable',
  'other-cluster': 'unreachable',
  network: 'unreachable',
  timeout: 'unreachable',
  tls: 'unreachable',
  'server-error': 'unreachable',
  'redirect-refused': 'unreachable',
};

/** The code of an error; `failed` for what has none of its own. */
export function codeOf({ kind }: AppError): ProgramCode {
  return codes[kind] ?? 'failed';
}
