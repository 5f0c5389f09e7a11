/**
 * Questions about certificates that only the user can verify, because verification is off: each is asked once, and
 * nothing secret goes to an address before.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { CertificateFacts } from '../../../shared/ipc/result.ts';
import type { TrustedAnswer, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { ClientOptions } from '../../vault/http/types.ts';
import { info, notVerified } from '../../../shared/ipc/prompt-notes.ts';
import { outOfDate } from '../connection/expiry.ts';
import { environmentOf } from '../connection/prompt-look.ts';
import type { Ask } from '../platform.ts';
import { currentCall } from './call-scope.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import type { ShownCertificates } from './shown-certificates.ts';

export interface CertificateQuestionParts {
  readonly ask: Ask;
  readonly shown: ShownCertificates;
  /** Current certificate of an address of a place; undefined if it cannot be reached. */
  readonly certificateAt: (options: ClientOptions, address: string) => Promise<CertificateFacts | undefined>;
}

export interface CertificateQuestions {
  /**
   * Asks about the certificates of these addresses that the user has not seen; returns the one of the place itself.
   * `request` is the prompt that they follow.
   */
  readonly showAll: (
    options: ClientOptions,
    addresses: readonly string[],
    request: TrustedRequest,
    signal: AbortSignal | undefined,
  ) => Promise<{ readonly declined?: TrustedAnswer; readonly own?: CertificateFacts }>;
  /** Shows the certificate of the own address unless the user has seen it. Rejects with `cancelled` if declined. */
  readonly show: (options: ClientOptions, signal?: AbortSignal) => Promise<void>;
}

/** Makes the questions of this run. */
export function createCertificateQuestions(parts: CertificateQuestionParts): CertificateQuestions {
  const { ask, shown, certificateAt } = parts;
  const inTurn = createOneAtATime();

  const showAll: CertificateQuestions['showAll'] = async (options, addresses, request, signal) => {
    const found = await Promise.all(addresses.map((address) => certificateAt(options, address)));
    for (const [index, certificate] of found.entries()) {
      const address = addresses[index] ?? '';
      // An unreachable address reports its own error at the next connection.
      if (certificate === undefined || shown.isShown(address, certificate.sha256)) continue;
      const answer = await ask(certificateQuestion(address, request, certificate), signal);
      if (answer.kind === 'cancel') return { declined: answer };
      shown.note(address, certificate.sha256);
    }
    const own = found[addresses.indexOf(options.address)];
    return own === undefined ? {} : { own };
  };

  return {
    showAll,
    show: (options, signal) => {
      const { address } = options;
      // Main's own code, and a call that does not state this prompt, cannot ask: the client refuses by itself.
      const mayAsk = (): boolean => currentCall()?.asks.includes('confirm-trust') === true;
      if (!shown.needsShowing(address) || !mayAsk()) return Promise.resolve();
      return inTurn('', signal, async () => {
        if (!shown.needsShowing(address)) return;
        const about = { kind: 'confirm-trust', title: '', name: '', colour: 'grey' } as const;
        const request = { ...about, changes: [], notes: [], action: '' };
        const { declined } = await showAll(options, [address], request, signal);
        if (declined !== undefined)
          throw new AppFailure({ kind: 'cancelled', message: `Nothing secret was sent to ${address}.` });
      });
    },
  };
}

function certificateQuestion(
  address: string,
  request: TrustedRequest,
  certificate: CertificateFacts,
): TrustedRequest {
  const { name, colour } = ('destination' in request ? request.destination : undefined) ?? {
    name: '',
    colour: 'grey',
    ...(request.kind === 'confirm-trust' ? { name: request.name, colour: request.colour } : {}),
  };
  return {
    kind: 'confirm-trust',
    title: 'Trust this certificate?',
    ...(request.environment === undefined ? {} : { environment: request.environment }),
    ...('destination' in request ? environmentOf(request.destination) : {}),
    name,
    colour,
    certificate,
    changes: [{ what: 'Server', before: '', after: address }],
    notes: [
      notVerified,
      ...outOfDate(certificate),
      info('Compare the SHA-256 with the server operator’s. Nothing secret has been sent yet.'),
    ],
    action: 'Trust certificate',
  };
}
