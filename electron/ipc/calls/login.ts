/** `login.*`: a server's login methods, and logins whose token is not adopted. */
import * as z from 'zod/mini';
import { destinationFacts } from '../../core/connection/connect.ts';
import { checkedNamespace, inNamespace } from '../../core/connection/in-namespace.ts';
import { authPathOf } from '../../core/login/options.ts';
import { logInBy } from '../../core/login/run.ts';
import { checkedTtl } from '../../core/wrapping/options.ts';
import { readHealth } from '../../vault/api/health.ts';
import { listLoginMounts } from '../../vault/api/login-mounts.ts';
import { aPlace, aSession } from '../about.ts';
import { call } from '../call.ts';
import { inSession, maybe } from './fields.ts';
import { login, namespace, where, wrapTtl } from './service-fields.ts';
import { products } from '../../../shared/vault/server.ts';

export const loginCalls = [
  call('login.methods', {
    input: z.strictObject({ where, namespace: maybe(namespace), asked: maybe(z.boolean()) }),
    effect: 'read',
    about: aPlace,
    whenLocked: 'refused',
    asks: ['enter-passphrase', 'enter-fields', 'confirm-trust'],
    run: (place, { namespace: typed, asked = false }, { services, signal }) =>
      services.unauthenticated.at(
        place,
        async ({ anonymous }) => {
          const { health } = await readHealth(anonymous.client, anonymous.signal);
          const client = inNamespace(anonymous.client, checkedNamespace(typed, health));
          const methods = await listLoginMounts({ ...anonymous, client });
          const product = products[health.kind].name;
          return { methods, server: `${product} ${health.version}`.trim(), namespaces: health.namespaces };
        },
        { signal, unasked: !asked },
      ),
  }),
  call('login.aside', {
    input: z.strictObject({ ...inSession, login, wrapTtl: maybe(wrapTtl) }),
    // The new token exists only in this answer.
    effect: 'write',
    bringsOnce: true,
    says: 'Log in for another token',
    about: aSession,
    whenLocked: 'refused',
    // It uses a session's connection, which has been confirmed, and takes no token.
    asks: ['enter-fields', 'confirm', 'wait'],
    run: async (session, { login: by, wrapTtl: typed = '' }, { services, signal }) => {
      const { sessionId, client } = session;
      const { answers, platform, sessions } = services;
      const ttl = typed.trim() === '' ? '' : checkedTtl(typed, 'wrapTtl');
      const { place } = sessions.find(sessionId);
      const inside = checkedNamespace(by.namespace, session.view().health);
      const facts = destinationFacts(client.options, place.target, place.look, client.peerChain()[0]);
      const { ask, openBrowser } = platform;
      const { answer, method, path, elapsedMs } = await logInBy(
        {
          client: inNamespace(client, inside),
          ask,
          openBrowser,
          keepAnswer: answers.hold,
          signal,
          destination: inside === undefined ? facts : { ...facts, namespace: inside },
          ...(ttl === '' ? {} : { wrapTtl: ttl }),
        },
        by,
      );
      return answers.hold({
        sessionId,
        title: `Login at ${authPathOf(by)}`,
        method,
        path,
        answer,
        elapsedMs,
        once: true,
        values: 'plain',
      });
    },
  }),
] as const;
