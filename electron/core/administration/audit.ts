/** Audit devices: the questions before one is enabled or disabled, and the hash that finds a value in a log. */
import type { Fields } from '../../../shared/ipc/contract.ts';
import type { AuditManagement } from '../../../shared/vault/audit.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { DestinationFacts, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { auditHash, disableAudit, enableAudit, hashRequest, mayCreateAudit } from '../../vault/api/audit.ts';
import { cancelled } from '../connection/connect.ts';
import { requestFact } from '../gates/question.ts';
import type { Ask } from '../platform.ts';
import type { Session } from '../session/session.ts';
import { change } from '../session/change.ts';

/** Finds out in advance if this server refuses to enable devices over the API. */
export async function auditManagement(session: Session, signal?: AbortSignal): Promise<AuditManagement> {
  if (session.view().health.kind !== 'openbao') return 'api';
  try {
    const allowed = await session.run(mayCreateAudit, signal);
    // Older servers lack the setting, and refuse nothing.
    return allowed === false ? 'configuration' : 'api';
  } catch (failure) {
    if (failure instanceof AppFailure && failure.error.kind === 'forbidden') return 'unknown';
    throw failure;
  }
}

export const enableAuditDevice = change(
  { title: 'Enable this audit device?', action: 'Enable device' },
  (caller, { device }: Fields<'audit.enable'>) => enableAudit(caller, device),
);

/** Disables an audit device. `path`: without slashes at its ends. */
export const disableAuditDevice = change(
  ({ path }: Fields<'audit.disable'>) => ({
    title: 'Disable this audit device?',
    facts: [prose('Hashes', 'those in its log can never be compared again')],
    action: 'Disable device',
    typedName: path,
  }),
  (caller, { path }) => disableAudit(caller, path),
);

/** Hashes a text typed in the secure prompt as a device writes it to its log. Rejects with `cancelled`. */
export async function hashForAudit(
  session: Session,
  path: string,
  { ask, destination }: { readonly ask: Ask; readonly destination: DestinationFacts },
  signal?: AbortSignal,
): Promise<{ readonly hash: string }> {
  const request: TrustedRequest = {
    kind: 'enter-fields',
    title: 'Hash a value',
    intro: ['The server answers its hash as this audit device writes it. The value is not stored.'],
    facts: [requestFact(hashRequest(path, ''))],
    destination,
    fields: [{ name: 'input', label: 'Value', secret: true, multiline: true }],
    action: 'Hash',
  };
  const answer = await ask(request, signal);
  if (answer.kind !== 'fields') throw cancelled();
  const input = answer.values['input'] ?? '';
  return { hash: await session.run((caller) => auditHash(caller, path, input), signal) };
}
