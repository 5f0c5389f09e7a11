import { expect, it } from 'vitest';
import type { TrustedAnswer, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { notingTyped } from './typed-credentials.ts';

const field = { name: 'password', label: 'Password', secret: true };
const user = { name: 'user', label: 'User', secret: false };

it.each<readonly [TrustedRequest, TrustedAnswer, readonly string[]]>([
  [{ kind: 'enter-passphrase', fileName: 'f' }, { kind: 'submit', text: ' typed ' }, [' typed ', 'typed']],
  [{ kind: 'enter-passphrase', fileName: 'f' }, { kind: 'cancel' }, []],
  [
    { kind: 'enter-fields', title: 't', intro: [], fields: [field, user], action: 'Log in' },
    { kind: 'fields', values: { password: 'typed', user: 'me' } },
    ['typed', 'typed'],
  ],
  [{ kind: 'wait', title: 't', lines: [], field }, { kind: 'submit', text: 'pasted' }, ['pasted', 'pasted']],
  [{ kind: 'wait', title: 't', lines: [], field: user }, { kind: 'submit', text: 'pasted' }, []],
  [
    { kind: 'confirm', title: 't', body: [], action: 'a', destructive: true, typedName: 'path' },
    { kind: 'submit', text: 'path' },
    [],
  ],
])('notes what was typed for %j', async (request, answer, expected) => {
  const noted: string[] = [];
  const ask = notingTyped(() => Promise.resolve(answer), { note: (secret) => void noted.push(secret) });
  expect(await ask(request)).toEqual(answer);
  expect(noted).toEqual(expected);
});
