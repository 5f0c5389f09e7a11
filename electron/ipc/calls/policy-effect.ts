/** `policy.*`: effects of policies, and their users. */
import * as z from 'zod/mini';
import type { PolicySubject, UnsavedPolicy } from '../../../shared/vault/policy-effect.ts';
import { policyNameOnServer } from '../../../shared/vault/policy-draft.ts';
import { testPolicies, testWithToken } from '../../core/policies/tester.ts';
import type { TesterParts } from '../../core/policies/tester.ts';
import type { Session } from '../../core/session/session.ts';
import type { Services } from '../../services/services.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { policyReach } from '../../work/policy-reach.ts';
import { policyUsers } from '../../work/policy-users.ts';
import { read, write } from '../presets.ts';
import { exactly } from '../same-shape.ts';
import { maybe, pathText } from './fields.ts';
import { accessor } from './service-fields.ts';

const name = z.string().check(z.minLength(1), z.maxLength(1024));
const names = z.array(name).check(z.minLength(1), z.maxLength(1000));
/** Far above a server's limit for one text. The name of a new policy can be empty. */
const unsaved = exactly<UnsavedPolicy>()(
  z.strictObject({
    name: z.string().check(z.maxLength(1024)),
    text: z.string().check(z.maxLength(1_048_576)),
  }),
);
const subject = exactly<PolicySubject>()(
  z.union([
    z.strictObject({ kind: z.literal('self') }),
    z.strictObject({ kind: z.literal('accessor'), accessor }),
    z.strictObject({ kind: z.literal('policies'), names }),
  ]),
);
/** The unsaved text, two bytes a character, and a thousand names. */
const maxBytes = 2 * 1_048_576 + 4 * 1_048_576;

function partsOf(session: Session, { runTask }: Pick<Services, 'runTask'>): TesterParts {
  return { session, readRules: (text) => runTask('policyRulesIn', { text }, text.length) };
}

export const policyEffectCalls = [
  read(
    'policy.test',
    { subject, path: pathText, unsaved: maybe(unsaved) },
    (session, { subject: of, path, unsaved: text }, { services, signal }) => {
      if (of.kind === 'policies') refuseLimitedUse(session.limitedUse, 'testing policies', 'policy');
      return testPolicies(partsOf(session, services), of, { path, unsaved: text }, signal);
    },
    { maxBytes },
  ),
  write(
    'policy.testWithToken',
    'Test policies with a temporary token',
    { names, path: pathText, unsaved: maybe(unsaved) },
    (session, { names: of, path, unsaved: text }, { services, signal }) =>
      testWithToken(partsOf(session, services), of, { path, unsaved: text }, signal),
    { maxBytes },
  ),
  read(
    'policy.reach',
    { names, unsaved: maybe(unsaved) },
    (session, { names: of, unsaved: text }, { services }) => {
      refuseLimitedUse(session.limitedUse, 'looking through the mounts');
      const { jobs, emit } = services;
      const jobId = jobs.startFindings(
        session.sessionId,
        (batch) => emit('policy.reachFound', batch),
        policyReach(partsOf(session, services), of, text),
      );
      return { jobId };
    },
    { maxBytes },
  ),
  read('policy.users', { name }, (session, { name: typed }, { services: { jobs, emit } }) => {
    refuseLimitedUse(session.limitedUse, 'finding the users of a policy', 'token and role');
    const jobId = jobs.startFindings(
      session.sessionId,
      (batch) => emit('policy.usersFound', batch),
      policyUsers(session, policyNameOnServer(typed)),
    );
    return { jobId };
  }),
] as const;
