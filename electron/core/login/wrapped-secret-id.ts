/**
 * AppRole with a secret ID that was handed over wrapped (vault-http-facts 6.11). The wrapping token is looked up first,
 * which uses nothing up: that it was made by the role's own secret-id endpoint is the proof that nobody has opened it on
 * the way and wrapped something anew. What speaks against it is said, and a person decides. Then it is opened, once.
 */
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { ask } from '../../vault/api/caller.ts';
import type { Caller } from '../../vault/api/caller.ts';
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
import { givenUp, nobody } from './surroundings.ts';
import type { LoginEnd, LoginSurroundings } from './surroundings.ts';
import { mountOf } from './options.ts';

/** Logs in with a role ID and a wrapped secret ID. A secret ID that was opened and not used up is a held answer. */
export async function logInWithWrappedSecretId(
  s: LoginSurroundings,
  options: LoginOptions,
): Promise<LoginEnd> {
  let opened:
    { readonly answer: VaultAnswer; readonly secretId: string; readonly elapsedMs: number } | undefined;

  async function send({ path, body }: Ready, token: string): Promise<LoginAnswer> {
    if (opened === undefined) {
      await confirmOrigin(s, options, token);
      const startedMs = performance.now();
      const answer = await open(s, token);
      const secretId = asText(asObject(asObject(topOf(answer))['data'])['secret_id']);
      opened = { answer, secretId, elapsedMs: performance.now() - startedMs };
      s.credentials.add(secretId);
    }
    if (opened.secretId === '')
      throw givenUp(
        'What was wrapped is no secret ID: it is kept under “Answers”, and nobody was logged in with it.',
      );
    return sendOnce(s, { path, body: { ...body, secret_id: opened.secretId } });
  }

  const form: LoginForm = {
    title: 'Log in with AppRole and a wrapped secret ID',
    intro: ['The wrapping token is looked up first, which uses nothing up. Then it is opened, once.'],
    get fields() {
      // Once it is opened there is nothing left of it to type.
      return opened === undefined ? [roleId, wrappingToken] : [roleId];
    },
    build: (values) => {
      const role = (values['roleId'] ?? '').trim();
      if (role === '') return { problem: 'Type the role ID.' };
      const token = (values['wrappingToken'] ?? '').trim();
      if (opened === undefined && !/^[\x21-\x7e]+$/.test(token))
        return {
          problem:
            token === ''
              ? 'Paste the wrapping token of the secret ID.'
              : 'The wrapping token holds a space, a line break or a character that cannot be sent. It was not sent: paste it again.',
        };
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
    // It exists once: the login may fail, the secret ID must not be lost with it.
    if (opened !== undefined && !used)
      s.keepAnswer({
        ...{
          title: 'Unwrapped secret ID',
          method: 'POST',
          path: 'sys/wrapping/unwrap',
          answer: opened.answer,
        },
        ...{ elapsedMs: opened.elapsedMs, once: true, values: 'hidden' },
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
    // Without the signal: whatever ends the login, what is inside must arrive.
    return await unwrap({ client: s.client, repeatable: false }, token);
  } catch (failure) {
    const error = asAppError(failure);
    if (!isRefused(error)) throw failure;
    throw new Problem(`The wrapping token cannot be opened: it has ended or was opened before. ${report}`);
  }
}

const report = 'Somebody may have opened it before you: report it to whoever sent it.';

/** Looks the wrapping token up and asks where something speaks against it. Rejects with `cancelled` where it is declined. */
async function confirmOrigin(s: LoginSurroundings, options: LoginOptions, token: string): Promise<void> {
  const warnings = await warningsOf(nobody(s), options, token);
  if (warnings.length === 0) return;
  const answer = await s.ask(
    {
      kind: 'confirm',
      title: 'Open this wrapping token all the same?',
      body: [...warnings, report, 'If you go on, it is opened and what is inside is used to log in.'],
      action: 'Open and log in',
      destructive: true,
    },
    s.signal,
  );
  if (answer.kind !== 'submit')
    throw givenUp('Cancelled. The wrapping token was not opened, and nobody was logged in.');
}

async function warningsOf(caller: Caller, options: LoginOptions, token: string): Promise<readonly string[]> {
  let answer: VaultAnswer;
  try {
    answer = await ask(
      { ...caller, repeatable: true },
      {
        ...{ method: 'POST', path: 'sys/wrapping/lookup', body: JSON.stringify({ token }), safe: true },
      },
    );
  } catch (failure) {
    const error = asAppError(failure);
    if (!isRefused(error)) throw failure;
    return [
      'The server does not know this wrapping token: it has ended, was opened already, or is from another server.',
    ];
  }
  const data = asObject(asObject(answer.json())['data']);
  const path = asText(data['creation_path']).replace(/^\/+/, '');
  const expected = (options.fields['expectedPath'] ?? '').trim().replace(/^\/+|(?<!\/)\/+$/g, '');
  const mount = mountOf(options);
  if (expected === '' ? isSecretIdPath(path, mount) : path === expected) return [];
  const should = expected === '' ? `auth/${mount}/role/…/secret-id` : expected;
  const made = asText(data['creation_time']);
  return [
    `It was made at “${path}”${made === '' ? '' : ` on ${made}`} and not at “${should}”, where a wrapped secret ID comes from.`,
    ...(path === 'sys/wrapping/wrap'
      ? [
          'Somebody has put its content in by hand, as one does who has opened the real one and wrapped it anew.',
        ]
      : []),
  ];
}

function isSecretIdPath(path: string, mount: string): boolean {
  const [start, end] = [`auth/${mount}/role/`, '/secret-id'];
  const role = path.slice(start.length, -end.length);
  return path.startsWith(start) && path.endsWith(end) && role !== '' && !role.includes('/');
}
