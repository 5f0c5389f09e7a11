/**
 * `wrapping.*`: sharing by a token that opens once. Opened, exchanged and new results are held here before anything
 * else happens to them.
 */
import * as z from 'zod/mini';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { approveRequest } from '../../core/wrapping/approve.ts';
import { cancelShared } from '../../core/wrapping/cancel.ts';
import { ofSession } from '../../core/credentials/secrets.ts';
import { lookUp } from '../../core/wrapping/look-up.ts';
import { exchangeWrapped, openWrapped } from '../../core/wrapping/open.ts';
import { ownerOf, takeFromClipboard, takeTyped, tokenFor } from '../../core/wrapping/take.ts';
import type { TakeParts } from '../../core/wrapping/take.ts';
import { wrapWhat as wrap } from '../../core/wrapping/wrap.ts';
import { readControlGroupRequest } from '../../vault/api/control-group.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import type { At } from '../../core/sessions/unauthenticated.ts';
import type { NewAnswer } from '../../core/credentials/new-answer.ts';
import type { Services } from '../../services/services.ts';
import { aPlaceAndACredential } from '../about.ts';
import { call } from '../call.ts';
import { once, read, readOfApp, readOfPlace, write } from '../presets.ts';
import { wholeEntryBytes } from '../sizes.ts';
import { id, maybe } from './fields.ts';
import { accessor, recipient, where, wrapTtl, wrapWhat } from './service-fields.ts';

function taking({ unauthenticated, secrets, platform, sessions }: Services): TakeParts {
  return {
    unauthenticated,
    secrets,
    ask: platform.ask,
    readClipboard: platform.clipboard.readText,
    targetOf: sessions.targetOf,
  };
}

/** Uses a wrapping token at a place; the answer is held as soon as it arrives. */
async function use(
  { unauthenticated, secrets, answers, sharedWraps }: Services,
  where: Where,
  secretRef: string,
  origin: Pick<NewAnswer, 'title' | 'kind' | 'path'>,
  send: (at: At, token: string) => Promise<VaultAnswer>,
): Promise<AnswerView> {
  const token = tokenFor(secrets, where, secretRef);
  const view = await unauthenticated.at(
    where,
    async (at) => {
      const startedMs = performance.now();
      const answer = await send(at, token);
      return answers.hold({
        ...('sessionId' in where ? { sessionId: where.sessionId } : { target: where.target }),
        ...origin,
        method: 'POST',
        answer,
        elapsedMs: performance.now() - startedMs,
        once: true,
        values: 'hidden',
      });
    },
    { credentials: [token] },
  );
  const own = sharedWraps.byToken(secretRef);
  if (own !== undefined) sharedWraps.end(own.accessor, view.wrap === undefined ? 'cancelled' : 'rewrapped');
  return view;
}

export const wrappingCalls = [
  readOfPlace(
    'wrapping.take',
    { from: z.enum(['clipboard', 'typed']) },
    async (place, { from }, { services, signal }) => {
      const take = from === 'clipboard' ? takeFromClipboard : takeTyped;
      const token = await take(taking(services), place, signal);
      return services.secrets.hold(ownerOf(place), 'wrapping-token', token);
    },
    { asks: ['enter-fields', 'confirm', 'confirm-token', 'enter-passphrase', 'confirm-trust'] },
  ),
  call('wrapping.lookup', {
    input: z.strictObject({ where, secretRef: id }),
    effect: 'read',
    about: aPlaceAndACredential,
    whenLocked: 'refused',
    asks: ['enter-passphrase', 'enter-fields', 'confirm-trust'],
    run: (place, { secretRef }, { services, signal }) => {
      const { secrets, unauthenticated, unwraps } = services;
      const token = tokenFor(secrets, place, secretRef);
      const work = ({ anonymous }: At) => lookUp(anonymous, token, unwraps);
      return unauthenticated.at(place, work, { signal, credentials: [token] });
    },
  }),
  call('wrapping.unwrap', {
    input: z.strictObject({ where, secretRef: id, form: z.enum(['header', 'body']) }),
    effect: 'once',
    says: 'Unwrap',
    about: aPlaceAndACredential,
    whenLocked: 'refused',
    asks: ['enter-passphrase', 'enter-fields', 'confirm-trust'],
    run: (place, { secretRef, form }, { services }) =>
      use(
        services,
        place,
        secretRef,
        { title: 'Unwrapped', kind: 'unwrapped', path: 'sys/wrapping/unwrap' },
        (at, token) =>
          // Earlier notes only: the journal is about to note this one.
          openWrapped(at, token, form, services.unwraps.find(token)),
      ),
  }),
  call('wrapping.rewrap', {
    input: z.strictObject({ where, secretRef: id }),
    effect: 'once',
    says: 'Rewrap a wrapping token',
    about: aPlaceAndACredential,
    whenLocked: 'refused',
    asks: ['enter-passphrase', 'enter-fields', 'confirm-trust'],
    run: (place, { secretRef }, { services }) =>
      use(services, place, secretRef, { title: 'Rewrapped', path: 'sys/wrapping/rewrap' }, exchangeWrapped),
  }),
  once(
    'wrapping.wrap',
    { says: 'Wrap', asks: ['confirm'], maxBytes: wholeEntryBytes },
    { what: wrapWhat, ttl: wrapTtl, jwt: z.boolean(), recipient: maybe(recipient) },
    (session, options, { services: { answers, secrets, wrappingFiles } }) =>
      wrap(
        { session, answers, pathOf: wrappingFiles.pathOf, secrets: ofSession(secrets, session.sessionId) },
        options,
      ),
  ),
  readOfApp('wrapping.chooseFile', {}, (_nothing, _none, { services }) => services.wrappingFiles.choose()),
  read('wrapping.shared', {}, ({ sessionId }, _input, { services: { sharedWraps, answers } }) => {
    const listed = new Set(answers.list().map(({ answerId }) => answerId));
    return sharedWraps.list(sessionId, (answerId) => listed.has(answerId));
  }),
  write(
    'wrapping.cancel',
    'Revoke a wrapping token',
    { accessor },
    (session, { accessor: whose }, { services }) => cancelShared(session, services.sharedWraps, whose),
  ),
  read('wrapping.approvalRequest', { accessor }, (session, { accessor: whose }, { signal }) =>
    session.run((caller) => readControlGroupRequest(caller, whose), signal),
  ),
  write(
    'wrapping.approve',
    'Approve a request',
    { accessor },
    async (session, { accessor: whose }, { signal }) => ({
      approved: await approveRequest(session, whose, signal),
    }),
  ),
] as const;
