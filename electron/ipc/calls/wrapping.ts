/**
 * `wrapping.*`: handing something over by a token that opens once. What is opened, exchanged or made is held here before
 * anything else happens to it.
 */
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { wrappingFiles } from '../../core/wrapping/file.ts';
import { cancelShared } from '../../core/wrapping/cancel.ts';
import { lookUp } from '../../core/wrapping/look-up.ts';
import { exchangeWrapped, openWrapped } from '../../core/wrapping/open.ts';
import { ownerOf, takeFromClipboard, takeTyped, tokenFor } from '../../core/wrapping/take.ts';
import type { TakeParts } from '../../core/wrapping/take.ts';
import { wrapWhat } from '../../core/wrapping/wrap.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import type { At } from '../../core/sessions/unauthenticated.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of `wrapping.*`. */
export function wrappingHandlers(parts: DeskParts): HandlersOf<'wrapping'> {
  const { platform, visits, secrets, answers, sessions, sharedWraps } = parts;
  const files = wrappingFiles(parts.files, () => platform.chooseFile('value'));
  const taking: TakeParts = {
    ...{ visits, secrets, ask: platform.ask, readClipboard: platform.clipboard.readText },
    targetOf: sessions.targetOf,
  };

  /** Uses a wrapping token at a place; the answer is held the moment it is there. */
  async function use(
    where: Where,
    secretRef: string,
    held: { readonly title: string; readonly path: string },
    send: (at: At, token: string) => Promise<VaultAnswer>,
  ): Promise<AnswerView> {
    const token = tokenFor(secrets, where, secretRef);
    const view = await visits.at(
      where,
      async (at) => {
        const startedMs = performance.now();
        const answer = await send(at, token);
        return answers.hold({
          ...('sessionId' in where ? { sessionId: where.sessionId } : { target: where.target }),
          ...{ ...held, method: 'POST', answer, elapsedMs: performance.now() - startedMs },
          ...{ once: true, values: 'hidden' },
        });
      },
      { credentials: [token] },
    );
    const own = sharedWraps.byToken(secretRef);
    if (own !== undefined) sharedWraps.end(own.accessor, view.wrap === undefined ? 'cancelled' : 'rewrapped');
    return view;
  }

  return {
    'wrapping.take': async ({ where, from }, { signal }) => {
      if ('sessionId' in where) sessions.get(where.sessionId);
      const take = from === 'clipboard' ? takeFromClipboard : takeTyped;
      return secrets.hold(ownerOf(where), 'wrapping-token', await take(taking, where, signal));
    },
    'wrapping.lookup': ({ where, secretRef }, { signal }) => {
      const token = tokenFor(secrets, where, secretRef);
      return visits.at(where, ({ anonymous }) => lookUp(anonymous, token), { signal, credentials: [token] });
    },
    'wrapping.unwrap': ({ where, secretRef, form }) =>
      use(where, secretRef, { title: 'Unwrapped', path: 'sys/wrapping/unwrap' }, (at, token) =>
        openWrapped(at, token, form),
      ),
    'wrapping.rewrap': ({ where, secretRef }) =>
      use(where, secretRef, { title: 'Rewrapped', path: 'sys/wrapping/rewrap' }, exchangeWrapped),
    'wrapping.wrap': ({ sessionId, ...wish }) =>
      wrapWhat({ session: sessions.get(sessionId), answers, ask: platform.ask, pathOf: files.pathOf }, wish),
    'wrapping.chooseFile': () => files.choose(),
    'wrapping.shared': ({ sessionId }) => {
      sessions.get(sessionId);
      return sharedWraps.list(sessionId, (answerId) => answers.sessionOf(answerId) !== undefined);
    },
    'wrapping.cancel': ({ sessionId, accessor }) =>
      cancelShared(sessions.get(sessionId), sharedWraps, accessor),
  };
}
