import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { shellWord } from '../../../shared/vault/shell-word.ts';
import { exactUtc } from '../../../shared/vault/relative-time.ts';

/** Message to an approver of a request: its facts, and the command that approves it. */
export function approverNote(
  { address, namespace, health }: Pick<SessionView, 'address' | 'namespace' | 'health'>,
  { accessor, endsAt, path = '' }: Extract<AppError, { readonly kind: 'awaiting-approval' }>,
): string {
  const program = health.kind === 'openbao' ? 'bao' : 'vault';
  const inNamespace = namespace === '' ? '' : ` -namespace=${shellWord(namespace)}`;
  return [
    'Please approve my request:',
    `  server:    ${address}`,
    ...(namespace === '' ? [] : [`  namespace: ${namespace}`]),
    `  path:      ${path}`,
    `  expires:   ${exactUtc(endsAt)}`,
    'Check it, then approve it:',
    `  ${program} write${inNamespace} sys/control-group/request accessor=${shellWord(accessor)}`,
    `  ${program} write${inNamespace} sys/control-group/authorize accessor=${shellWord(accessor)}`,
  ].join('\n');
}
