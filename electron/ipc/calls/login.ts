/** `login.*`: what a server offers to log in with, and logins whose token is not adopted. */
import { readHealth } from '../../vault/api/health.ts';
import { listLoginMounts } from '../../vault/api/login-mounts.ts';
import { destinationFacts } from '../../core/connection/connect.ts';
import { checkedNamespace, inNamespace } from '../../core/connection/in-namespace.ts';
import { logInBy } from '../../core/login/run.ts';
import { authPathOf } from '../../core/login/options.ts';
import { checkedTtl } from '../../core/wrapping/options.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of `login.*`. */
export function loginHandlers(parts: DeskParts): HandlersOf<'login'> {
  const { visits, sessions, answers, platform } = parts;
  return {
    'login.methods': ({ where, namespace: typed }, { signal }) =>
      visits.at(
        where,
        async ({ anonymous }) => {
          const { health } = await readHealth(anonymous.client, anonymous.signal);
          const client = inNamespace(anonymous.client, checkedNamespace(typed, health));
          const methods = await listLoginMounts({ ...anonymous, client });
          const product = health.kind === 'openbao' ? 'OpenBao' : 'Vault';
          return { methods, server: `${product} ${health.version}`.trim(), namespaces: health.namespaces };
        },
        { signal },
      ),
    'login.aside': async ({ sessionId, login, wrapTtl: typed = '' }, { signal }) => {
      const wrapTtl = typed.trim() === '' ? '' : checkedTtl(typed, 'wrapTtl');
      const session = sessions.get(sessionId);
      const { place } = sessions.find(sessionId);
      const client = session.client;
      const namespace = checkedNamespace(login.namespace, session.view().health);
      const facts = destinationFacts(client, place.target, place);
      const { ask, openBrowser } = platform;
      const { answer, method, path, elapsedMs } = await logInBy(
        {
          ...{ client: inNamespace(client, namespace), ask, openBrowser, keepAnswer: answers.hold, signal },
          destination: namespace === undefined ? facts : { ...facts, namespace },
          ...(wrapTtl === '' ? {} : { wrapTtl }),
        },
        login,
      );
      return answers.hold({
        ...{ sessionId, title: `Login at ${authPathOf(login)}`, method, path, answer, elapsedMs },
        ...{ once: true, values: 'plain' },
      });
    },
  };
}
