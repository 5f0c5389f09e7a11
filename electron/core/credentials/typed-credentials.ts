/** Input in the secure prompt is a credential as soon as it is typed, even if its call fails. */
import type { TrustedAnswer, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { KnownCredentials } from './known-credentials.ts';
import type { Ask } from '../platform.ts';

/** Wraps `ask`: notes the input of credential fields until the running call has ended. */
export function notingTyped(ask: Ask, { note }: Pick<KnownCredentials, 'note'>): Ask {
  return async (request, signal) => {
    const answer = await ask(request, signal);
    for (const typed of credentialsIn(request, answer)) {
      note(typed);
      note(typed.trim());
    }
    return answer;
  };
}

function credentialsIn(request: TrustedRequest, answer: TrustedAnswer): readonly string[] {
  switch (request.kind) {
    case 'enter-token':
    case 'enter-passphrase':
      return answer.kind === 'submit' ? [answer.text] : [];
    case 'enter-fields':
      if (answer.kind !== 'fields') return [];
      return request.fields.flatMap(({ name, secret }) => (secret ? [answer.values[name] ?? ''] : []));
    case 'wait':
      if (request.field?.secret !== true) return [];
      if (answer.kind === 'submit') return [answer.text];
      return answer.kind === 'fields' ? Object.values(answer.values) : [];
    case 'confirm-token':
    case 'confirm':
    case 'confirm-trust':
    case 'show-secret':
    case 'choose-mark':
      return [];
  }
}
