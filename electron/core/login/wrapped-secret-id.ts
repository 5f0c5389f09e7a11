/**
 * AppRole with a secret ID that was delivered wrapped (vault-http-facts 6.11). The wrapping token is looked up first,
 * which does not use it: creation by the role's own secret-id endpoint proves that it was not unwrapped and rewrapped
 * on the way. Any doubt is shown, and the user decides. Then it is unwrapped, once.
 */
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { asObject, asText } from '../../vault/api/fields.ts';
import type { LoginAnswer } from '../../vault/api/login.ts';
import { unwrap } from '../../vault/api/wrapping.ts';
import { topOf } from '../../vault/http/answer.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { asAppError } from '../connection/trouble.ts';
import { logInByForm, Problem, sendOnce } from './form-login.ts';
import type { Ready } from './form-login.ts';
import type { LoginForm } from './forms.ts';
import { isRefused } from './refusal.ts';
import { givenUp } from './surroundings.ts';
import type { LoginEnd, LoginSurroundings } from './surroundings.ts';
import { mountOf } from './options.ts';
import { confirmOrigin, reportIt, wrappingTokenProblem } from './wrapping-origin.ts';

/** Logs in with a role ID and a wrapped secret ID. An unwrapped, unused secret ID is kept as a stored answer. */
export async function logInWithWrappedSecretId(
  s: LoginSurroundings,
  options: LoginOptions,
): Promise<LoginEnd> {
  let opened:
    { readonly answer: VaultAnswer; readonly secretId: string; readonly elapsedMs: number } | undefined;

  async function send({ path, body }: Ready, token: string): Promise<LoginAnswer> {
    if (opened === undefined) {
      await confirmOrigin(s, token, {
        expectedPath: options.fields['expectedPath'] ?? '',
        isLikely: (path) => isSecretIdPath(path, mountOf(options)),
        likely: `auth/${mountOf(options)}/role/…/secret-id`,
        what: 'a wrapped secret ID',
      });
      const startedMs = performance.now();
      const answer = await open(s, token);
      const secretId = asText(asObject(asObject(topOf(answer))['data'])['secret_id']);
      opened = { answer, secretId, elapsedMs: performance.now() - startedMs };
      s.credentials.add(secretId);
    }
    if (opened.secretId === '')
      throw givenUp(
        'The wrapped content is not a secret ID. It is among the one-time results. You are not logged in.',
      );
    return sendOnce(s, { path, body: { ...body, secret_id: opened.secretId } });
  }

  const form: LoginForm = {
    title: 'Log in with AppRole and a wrapped secret ID',
    intro: ['The wrapping token is checked first, without using it; then unwrapped, once.'],
    get fields() {
      // The role ID alone can be typed after the unwrap.
      return opened === undefined ? [roleId, wrappingToken] : [roleId];
    },
    build: (values) => {
      const role = (values['roleId'] ?? '').trim();
      if (role === '') return { problem: 'Type the role ID.' };
      const token = (values['wrappingToken'] ?? '').trim();
      const problem = wrappingTokenProblem(token, 'the wrapping token of the secret ID');
      if (opened === undefined && problem !== undefined) return { problem };
      return { path: `auth/${mountOf(options)}/login`, body: { role_id: role } };
    },
  };

  let used = false;
  try {
    const end = await logInByForm(s, options, form, (ready, values) =>
      send(ready, (values['wrappingToken'] ?? '').trim()),
    );
    used = true;
    return end;
  } finally {
    // It exists once: if the login fails, the secret ID must not be lost.
    if (opened !== undefined && !used)
      await s.keepAnswer({
        title: 'Unwrapped secret ID',
        method: 'POST',
        path: 'sys/wrapping/unwrap',
        answer: opened.answer,
        elapsedMs: opened.elapsedMs,
        once: true,
        values: 'hidden',
      });
  }
}

const roleId = { name: 'roleId', label: 'Role ID', secret: false } as const;
const wrappingToken = {
  name: 'wrappingToken',
  label: 'Wrapping token of the secret ID',
  secret: true,
  form: 'token',
} as const;

async function open(s: LoginSurroundings, token: string): Promise<VaultAnswer> {
  try {
    // Sent without the signal: the content must arrive even if the login is aborted.
    return await unwrap({ client: s.client, repeatable: false }, token);
  } catch (failure) {
    const error = asAppError(failure);
    if (!isRefused(error)) throw failure;
    throw new Problem(
      `The wrapping token cannot be unwrapped: it has expired or was unwrapped before. ${reportIt}`,
    );
  }
}

function isSecretIdPath(path: string, mount: string): boolean {
  const [start, end] = [`auth/${mount}/role/`, '/secret-id'];
  const role = path.slice(start.length, -end.length);
  return path.startsWith(start) && path.endsWith(end) && role !== '' && !role.includes('/');
}
