import { expect, it } from 'vitest';
import { createKnownCredentials } from './known-credentials.ts';
import { maskedText, prepareAnswer, prepareWith, valueAt } from './prepare-answer.ts';

const TOKEN = 'hvs.CAESIJ-canary_0123456789';
const body = { binary: false, method: 'GET', path: 'x', values: 'hidden' } as const;

it.each([
  JSON.stringify({
    data: { a: TOKEN, password: 'p', list: [1, { b: null }] },
    auth: { client_token: TOKEN },
  }),
  `a text with ${TOKEN}`,
  '{"cut":',
  '',
])('tells the same of a body wherever it is prepared, in plain data (%j)', (text) => {
  const known = createKnownCredentials();
  known.keep([TOKEN, 'root']);
  const here = prepareWith({ ...body, text }, known.index);
  // Cloned, as for a worker.
  const there = structuredClone(prepareAnswer({ ...body, text }, structuredClone(known.list())));
  expect(there).toEqual(here);
  expect(JSON.stringify(maskedText(text, there, true))).not.toContain(TOKEN);
  if (here.form === 'json') {
    expect(valueAt(text, there, '/data/a')).toMatchObject({ visibility: 'credential', copied: TOKEN });
    expect(valueAt(text, there, '/data/list/1/b')).toMatchObject({ visibility: 'value', value: 'null' });
    expect(valueAt(text, there, '/data/list/0')).toMatchObject({ visibility: 'hidden', value: '1' });
  }
});

it('takes bytes that hold a credential for one', () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(TOKEN), Buffer.from([0xfe])]);
  const known = [{ secret: TOKEN, kind: 'other', inUse: true }] as const;
  const asked = { ...body, text: bytes.toString('base64'), binary: true };
  expect(prepareAnswer(asked, known)).toMatchObject({ form: 'text', whole: true });
  expect(prepareAnswer(asked, [])).toMatchObject({ form: 'text', whole: false });
});
