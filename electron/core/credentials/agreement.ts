/**
 * A person's word that something may be lost or used. Only a confirmed question in the trusted view makes one, so code that
 * demands an `Agreement` cannot be reached by a page alone, whichever handler calls it.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { Ask } from '../platform.ts';

/** What was asked, when it was confirmed. */
export class Agreement {
  readonly request: TrustedRequest;

  private constructor(request: TrustedRequest) {
    this.request = request;
  }

  /** Asks in the trusted view. Rejects with `cancelled`, and with what that means. */
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
