/** Key ceremonies by the calls of their screens: shares are entered in the secure prompt, results saved from it. */
import type { CeremonyStatus } from '../../shared/vault/ceremony.ts';
import type { OurClient } from './our-client.ts';
import type { Run } from './our-requests.ts';
import type { CeremonyOperations } from './side.ts';

/** Ceremonies of one client. */
export function ceremoniesOf(client: OurClient, run: Run): CeremonyOperations {
  return {
    ceremonyProgress: (ceremony) =>
      run(async ({ must }) => progressOf(await must('ceremony.status', { where: client.where, ceremony }))),
    beginCeremony: (ceremony, numbers) =>
      run(async ({ must }) => {
        const options =
          ceremony === 'generate-root'
            ? { ceremony }
            : {
                ceremony,
                pgpKeys: [],
                backup: false,
                ...(numbers ?? { shares: 0, threshold: 0, verify: false }),
              };
        return progressOf((await must('ceremony.begin', { where: client.where, options })).status);
      }),
    giveShare: (ceremony, share, nonce) =>
      run(async (caller) => {
        const { where } = client;
        const step = await client.typedShare(share, () =>
          caller.must('ceremony.giveShare', { where, ceremony, nonce }),
        );
        const { given, needed } = step.status;
        if (!step.complete) return { complete: false, given, needed };
        if (step.answerId === undefined) return { complete: true };
        const saved = await client.saved(caller, step.answerId);
        return ceremony === 'generate-root'
          ? { complete: true, token: saved[0] }
          : { complete: true, newShares: saved.length };
      }),
    cancelCeremony: (ceremony, nonce, phase) =>
      run(async ({ must }) => {
        const only = phase ?? 'all';
        return progressOf(await must('ceremony.cancel', { where: client.where, ceremony, nonce, only }));
      }),
    unsealWith: (share) =>
      run(async ({ must }) => {
        const { where } = client;
        const nodes = await client.typedShare(share, () => must('ceremony.unseal', { where, more: [] }));
        const seal = nodes[0]?.seal;
        return { sealed: seal?.sealed, given: seal?.progress, needed: seal?.threshold };
      }),
  };
}

function progressOf({ phase, given, needed, rekey }: CeremonyStatus): unknown {
  return {
    phase,
    given,
    needed,
    ...(rekey === undefined
      ? {}
      : { shares: rekey.shares, threshold: rekey.threshold, verifies: rekey.verifies }),
  };
}
