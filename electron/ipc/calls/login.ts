/** `login.*`: a server's login methods, and logins whose token is not adopted. */
import * as z from 'zod/mini';
import { destinationFacts } from '../../core/connection/connect.ts';
import { checkedNamespace, inNamespace } from '../../core/connection/in-namespace.ts';
import { authPathOf } from '../../core/login/options.ts';
import { logInBy } from '../../core/login/run.ts';
import { checkedTtl } from '../../core/wrapping/options.ts';
import { readHealth } from '../../vault/api/health.ts';
import { listLoginMounts } from '../../vault/api/login-mounts.ts';
import { readOfPlace, write } from '../presets.ts';
import { maybe } from './fields.ts';
import { login, namespace, wrapTtl } from './service-fields.ts';
import { products } from '../../../shared/vault/server.ts';

export const loginCalls = [
  readOfPlace(
    'login.methods',
    { namespace: maybe(namespace), asked: maybe(z.boolean()) },
    (place, { namespace: typed, asked = false }, { services, signal }) =>
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
    { asks: ['enter-passphrase', 'enter-fields', 'confirm-trust'] },
  ),
  // The new token exists only in this answer. The login uses a session's connection, which has been confirmed, and
  // takes no token.
  write(
    'login.aside',
    'Log in for another token',
    { login, wrapTtl: maybe(wrapTtl) },
    async (session, { login: by, wrapTtl: typed = '' }, { services, signal }) => {
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
    { asks: ['enter-fields', 'confirm', 'wait'], bringsOnce: true },
  ),
] as const;
