/** A page that asks for more at once than main can hold is refused, and main keeps all its state. */
import { expect, it } from 'vitest';
import { MOST_BYTES, MOST_CALLS } from '../../core/gates/budget.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp } = useTestApps();

const tooMuch = { ok: false, error: { kind: 'rate-limited', by: 'strongroom' } };

it('seventy texts of 60 MB at once are refused before they are read, and what was asked before is done @attack-9', async () => {
  const app = newApp();
  await app.must('app.info', {});
  // Two bytes a character, as main holds them; the same text here, so that the test itself stays small.
  const text = `{"a":"${'ж'.repeat(30_000_000)}"}`;
  const begun = Array.from({ length: 70 }, () => app.begin('entry.parseKeys', { text, format: 'json' }));
  const results = await Promise.all(begun.map(({ result }) => result));
  const taken = Math.floor(MOST_BYTES / (2 * text.length));
  expect(results.filter(({ ok }) => ok).length).toBeLessThanOrEqual(taken);
  expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  for (const result of results.filter(({ ok }) => !ok)) expect(result).toMatchObject(tooMuch);
  // Ended calls have made room.
  await app.must('entry.parseKeys', { text, format: 'json' });
}, 120_000);

it('one oversized argument is counted before it is looked through, and no call may bring more than it states @attack-9b', async () => {
  const app = newApp();
  await app.must('app.info', {});
  const big = 'x'.repeat(300_000_000);
  const { result } = app.begin('app.noop', { big, again: big });
  expect(await result).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
});

it('takes no more calls at once, however small, also from the page that comes after one', async () => {
  const app = newApp({ contact: 'ask' });
  await app.must('app.info', {});
  const forever = () => app.begin('secret.enter', { kind: 'password' });
  app.answers.push(...Array.from({ length: MOST_CALLS }, () => new Promise<null>(() => undefined)));
  const begun = Array.from({ length: MOST_CALLS }, forever);
  expect(await forever().result).toMatchObject(tooMuch);
  for (const { cancel } of begun) cancel();
  await Promise.all(begun.map(({ result }) => result));
  await app.must('app.noop', {});
});

it('refuses YAML that takes its reader long by the schema, before it waits for anything', async () => {
  const app = newApp();
  const text = 'a: 1\n'.repeat(500_000);
  expect(await app.refused('entry.parseKeys', { text, format: 'yaml' })).toMatchObject({
    kind: 'invalid-input',
    message: 'YAML is read up to 2 MiB.',
  });
});
