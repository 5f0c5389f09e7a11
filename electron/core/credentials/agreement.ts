/**
 * The user's consent to a loss or to a use. Only a confirmed question in the secure prompt creates one, so code that
 * demands an `Agreement` cannot be reached by a page alone, from any handler.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { Ask } from '../platform.ts';

/** The confirmed question. */
export class Agreement {
  readonly request: TrustedRequest;

  private constructor(request: TrustedRequest) {
    this.request = request;
  }

  /** Asks in the secure prompt. Rejects with `cancelled`, whose message ends with `meaning`. */
  static async ask(
    ask: Ask,
    request: TrustedRequest,
    meaning: string,
    signal?: AbortSignal,
  ): Promise<Agreement> {
    const answer = await ask(request, signal);
    if (answer.kind === 'cancel' || signal?.aborted === true)
      throw new AppFailure({ kind: 'cancelled', message: `Cancelled. ${meaning}` });
    return new Agreement(request);
  }
}
