/**
 * Asks for the fields of a login in one prompt, beside the facts of its destination, and sends it. After a refusal it
 * asks again with the reason, and only the credentials must be retyped. Every attempt is sent once.
 */
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { logInAt } from '../../vault/api/login.ts';
import type { LoginAnswer } from '../../vault/api/login.ts';
import { cancelled } from '../connection/connect.ts';
import { asAppError } from '../connection/trouble.ts';
import type { Built, LoginForm, Values } from './forms.ts';
import { isRefused, loginFailure, refusalInWords } from './refusal.ts';
import { givenUp, nobody } from './surroundings.ts';
import type { LoginEnd, LoginSurroundings } from './surroundings.ts';
import { mountOf } from './options.ts';

export type Ready = Exclude<Built, { readonly problem: string }>;

/** Sends one attempt. Rejects with the error of the server or the connection, or a `Problem` to ask about again. */
export type SendLogin = (ready: Ready, values: Values) => Promise<LoginAnswer>;

/** Unusable input: the prompt is shown again with this reason. */
export class Problem extends Error {}

/** Logs in by a form. Rejects with `cancelled` if the user closes the prompt, or errors unrelated to the input. */
export async function logInByForm(
  s: LoginSurroundings,
  options: LoginOptions,
  form: LoginForm,
  send: SendLogin = (ready) => sendOnce(s, ready),
): Promise<LoginEnd> {
  const mount = mountOf(options);
  let { problem } = s;
  let typed: Values = options.fields;
  let refused = false;
  for (;;) {
    const values = await askFor(s, options, form, typed, problem);
    if (values === undefined) throw refused ? givenUp('Cancelled. You are not logged in.') : cancelled();
    typed = { ...without(typed, form), ...plainOf(form, values) };
    const built = form.build(values);
    if ('problem' in built) {
      problem = built.problem;
      continue;
    }
    const startedMs = performance.now();
    try {
      const answer = await send(built, values);
      const elapsedMs = performance.now() - startedMs;
      return {
        ...answer,
        options: { ...options, fields: typed },
        method: 'POST',
        path: built.path,
        elapsedMs,
      };
    } catch (failure) {
      if (failure instanceof Problem) {
        problem = failure.message;
        continue;
      }
      const error = asAppError(failure);
      if (!isRefused(error)) throw loginFailure(failure, mount);
      problem = refusalInWords(error, mount);
      refused = true;
    }
  }
}

/** Sends a login unchanged. */
export function sendOnce(
  s: LoginSurroundings,
  { path, body }: Ready,
  options: { readonly timeoutMs?: number } = {},
): Promise<LoginAnswer> {
  const wrapped = s.wrapTtl === undefined ? {} : { wrapTtl: s.wrapTtl };
  return logInAt(nobody(s), path, body, { ...wrapped, ...options });
}

/** The values from the prompt; undefined if the user closes it. */
async function askFor(
  s: LoginSurroundings,
  options: LoginOptions,
  form: LoginForm,
  typed: Values,
  problem: string | undefined,
): Promise<Values | undefined> {
  const answer = await s.ask(
    {
      kind: 'enter-fields',
      title: form.title,
      facts: [{ name: 'Auth method', value: `auth/${mountOf(options)}/` }, ...(form.facts ?? [])],
      intro: form.intro ?? [],
      destination: s.destination,
      fields: form.fields.map((field) => {
        const value = field.secret ? '' : (typed[field.name] ?? '');
        return value === '' ? field : { ...field, value };
      }),
      action: 'Log in',
      ...(problem === undefined ? {} : { problem }),
    },
    s.signal,
  );
  if (answer.kind !== 'fields') return undefined;
  for (const { name, secret } of form.fields)
    if (secret) s.credentials.add((answer.values[name] ?? '').trim()).add(answer.values[name] ?? '');
  return { ...plainOf(form, typed), ...answer.values };
}

/** The values of the options that the prompt does not show. */
function without(typed: Values, form: LoginForm): Values {
  const shown = new Set(form.fields.filter(({ secret }) => !secret).map(({ name }) => name));
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !shown.has(name)));
}

/** The values of a form that are not credentials. */
function plainOf(form: LoginForm, values: Values): Values {
  return Object.fromEntries(
    form.fields
      .filter(({ secret }) => !secret)
      .map(({ name }) => [name, (values[name] ?? '').trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}
