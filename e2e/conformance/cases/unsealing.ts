/** "System operations": unsealing by shares. */
import { many } from '../case.ts';
import type { Case, Expected } from '../case.ts';
import type { Step } from '../scene.ts';

const plainShare =
  'Servers take PUT and POST as one, and `migrate` is false unless told; the app does not migrate seals.';

export const unsealingCases: readonly Case[] = [
  many(
    'unseal',
    'share by share',
    async (s) => {
      const server = await s.keyed();
      await server.seal();
      const client = await s.at(server.place, 'outside');
      const steps: Step[] = [];
      for (const share of server.shares.slice(0, 3)) steps.push(await client.unsealWith(share));
      return steps;
    },
    ...[1, 2, 3].map((count): Expected => {
      const gives = count < 3 ? { sealed: true, given: count, needed: 3 } : { sealed: false, needed: 3 };
      return {
        sends: `PUT /v1/sys/unseal {"key":"share ${String(count)}","migrate":false} → 200`,
        gives,
        instead: {
          sends: `POST /v1/sys/unseal {"key":"share ${String(count)}"} → 200`,
          gives,
          why: plainShare,
        },
      };
    }),
  ),
];
