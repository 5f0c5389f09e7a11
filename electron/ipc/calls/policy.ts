/** `policy.*`: the reader of ACL policies. */
import * as z from 'zod/mini';
import { redact } from '../../../shared/vault/redact.ts';
import { policyNames, policyText } from '../../vault/api/policies.ts';
import { aSession } from '../about.ts';
import { call } from '../call.ts';
import { inSession } from './fields.ts';

export const policyCalls = [
  call('policy.list', {
    input: z.strictObject(inSession),
    effect: 'read',
    about: aSession,
    whenLocked: 'refused',
    asks: 'nothing',
    run: (session, _input, { signal }) => session.run(policyNames, signal),
  }),
  call('policy.read', {
    input: z.strictObject({ ...inSession, name: z.string().check(z.minLength(1), z.maxLength(1024)) }),
    effect: 'read',
    about: aSession,
    whenLocked: 'refused',
    asks: 'nothing',
    run: async (session, { name }, { signal }) => {
      const found = await session.run((caller) => policyText(caller, name.trim()), signal);
      const { text, endpoint, answer } = found;
      return {
        name: found.name,
        text,
        endpoint,
        at: new Date().toISOString(),
        raw: redact(JSON.stringify(answer.json(), null, 2)),
      };
    },
  }),
] as const;
