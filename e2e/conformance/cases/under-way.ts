/** Shared by the ceremony cases: submitting a share to a pending one, and reasons for the app's deviations. */
import type { Case, Expected, OnOpenBao, Result } from '../case.ts';
import { asRoot, inNewerFamily } from '../families.ts';
import type { Scene, Step } from '../scene.ts';
import type { Ceremony } from '../side.ts';

/** A nonce that belongs to no ceremony. */
export const another = '00000000-0000-4000-8000-000000000000';

export const unseen =
  'A share is given only to the ceremony that the person saw: another nonce is explained, and nothing is sent.';
export const withNonce =
  'The nonce says which one the person means to end. This server takes the request without it, as hvac sends it.';
export const alreadyBegun = 'What is under way is looked at first: it is said, and no second one is begun.';

export const newerOnly =
  'OpenBao has only the newer endpoints, which want a token. hvac 0.11 asks the older ones and is refused.';

/** A ceremony case, also on OpenBao: hvac is refused in its first step, the app uses the newer endpoints. */
export function alsoNewer(one: Case): Case {
  return {
    ...one,
    expected: one.expected.map((expected, step): Expected => {
      const { hvac, ours } = atNewer(expected);
      return { openbao: { hvac: step === 0 ? hvac : 'not run', ours, why: newerOnly }, ...expected };
    }),
  };
}

/** A ceremony step as OpenBao answers each client. */
export function atNewer(expected: Expected) {
  const { sends, gives, fails } = expected.instead ?? expected;
  const ours: Result = {
    sends: [sends].flat().map(inNewerFamily),
    ...(gives === undefined ? {} : { gives }),
    ...(fails === undefined ? {} : { fails }),
  };
  return { hvac: refused(expected), ours, why: newerOnly } satisfies OnOpenBao;
}

/** OpenBao does not serve `sys/rekey-recovery-key` at all. */
function refused({ sends }: Result): Result {
  const lines = [sends].flat();
  const unknown = lines.some((line) => line.includes('/sys/rekey-recovery-key/'));
  return {
    sends: lines.map((line) => asRoot(line).replace(/\d+$/, unknown ? '404' : '405')),
    fails: unknown ? 'invalid-path' : 'other',
  };
}

/** Submits a share to a ceremony begun by another client. */
export function shareTo(which: Ceremony, given: number) {
  return async (s: Scene): Promise<Step> => {
    const { server, client, nonce } = await s.underWay(which, { given });
    return client.giveShare(which, server.shares[given] ?? '', nonce);
  };
}
