/** Key ceremonies of the reference client, with results in the app's terms. */
import { at } from '../servers/index.ts';
import type { Ceremony, CeremonyOperations, Outcome } from './side.ts';

type Run = (operation: string, ...args: readonly unknown[]) => Promise<Outcome>;

/** Ceremonies of one client. Like the app, it keeps the one-time password for the token at the end. */
export function ceremoniesOf(run: Run): CeremonyOperations {
  let otp = '';
  const inWords = async (asked: Promise<Outcome>, words: (value: unknown) => unknown): Promise<Outcome> => {
    const outcome = await asked;
    return outcome.ok ? { ...outcome, value: words(outcome.value) } : outcome;
  };
  return {
    ceremonyProgress: (which, phase) =>
      inWords(run('ceremonyProgress', which, phase === 'verification'), (value) =>
        phase === 'verification' ? verificationOf(value) : progressOf(which, value),
      ),
    beginCeremony: (which, numbers) =>
      inWords(run('beginCeremony', which, numbers?.shares, numbers?.threshold, numbers?.verify), (value) => {
        const password = at(value, 'otp');
        otp = typeof password === 'string' ? password : '';
        return progressOf(which, value);
      }),
    giveShare: async (which, share, nonce, phase) => {
      const outcome = await run('giveShare', which, share, nonce, phase === 'verification');
      if (!outcome.ok || at(outcome.value, 'complete') !== true)
        return outcome.ok ? { ...outcome, value: counted(outcome.value) } : outcome;
      const encoded = at(outcome.value, 'encoded_token');
      if (typeof encoded === 'string' && encoded !== '') {
        const decoded = await run('decodeRootToken', encoded, otp);
        return inWords(Promise.resolve(decoded), (token) => ({ complete: true, token }));
      }
      const keys = at(outcome.value, 'keys_base64');
      return {
        ...outcome,
        value: { complete: true, ...(Array.isArray(keys) ? { newShares: keys.length } : {}) },
      };
    },
    cancelCeremony: (which, _nonce, phase) =>
      inWords(run('cancelCeremony', which, phase === 'verification'), () => null),
    unsealWith: (share) =>
      inWords(run('unsealWith', share), (value) => ({
        sealed: at(value, 'sealed'),
        given: at(value, 'progress'),
        needed: at(value, 't'),
      })),
  };
}

function progressOf(which: Ceremony, value: unknown): unknown {
  const started = at(value, 'started') === true;
  return {
    phase: started ? 'shares' : 'idle',
    given: at(value, 'progress'),
    needed: at(value, 'required'),
    ...(started && which !== 'generate-root'
      ? { shares: at(value, 'n'), threshold: at(value, 't'), verifies: at(value, 'verification_required') }
      : {}),
  };
}

function verificationOf(value: unknown): unknown {
  const [shares, threshold] = [at(value, 'n'), at(value, 't')];
  return {
    phase: 'verification',
    given: at(value, 'progress'),
    needed: threshold,
    shares,
    threshold,
    verifies: true,
  };
}

/** For a verification, the needed number is the threshold of the new shares. */
function counted(value: unknown): unknown {
  return {
    complete: false,
    given: at(value, 'progress'),
    needed: at(value, 'required') ?? at(value, 't'),
  };
}
