/** All cases, in the order of the specification. */
import type { Case } from '../case.ts';
import { genericCases } from './generic.ts';
import { loginCases } from './logins.ts';
import { namespaceCases } from './namespaces.ts';
import { policyCases } from './policies.ts';
import { rekeyCases } from './rekey.ts';
import { rootGenerationCases } from './root-generation.ts';
import { systemCases } from './system.ts';
import { tokenCases } from './tokens.ts';
import { unsealingCases } from './unsealing.ts';

export const cases: readonly Case[] = [
  ...genericCases,
  ...tokenCases,
  ...loginCases,
  ...systemCases,
  ...namespaceCases,
  ...rekeyCases,
  ...rootGenerationCases,
  ...unsealingCases,
  ...policyCases,
];
