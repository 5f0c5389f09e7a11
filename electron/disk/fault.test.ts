import { expect, it } from 'vitest';
import { faultOf } from './fault.ts';

it('says what kind of fault it is and where it came up, and nothing of its message', () => {
  const said = faultOf(
    new TypeError('no entry secret/canary at https://canary.example\n    at canary.js:1:2'),
  );
  expect(said).toMatch(/^TypeError at fault\.test\.ts:\d+:\d+/);
  expect(said).not.toContain('canary');
});

it('says the code of the system', () => {
  const failed = Object.assign(new Error('ENOENT: no such file /home/canary'), { code: 'ENOENT' });
  expect(faultOf(failed)).toMatch(/^Error ENOENT at /);
});

it.each([
  ['canary', 'a thrown string'],
  [null, 'a thrown null'],
  [Object.assign(new Error('x'), { name: 'canary of mine', code: 'canary', stack: '' }), 'Error'],
])('of %s is %s', (thrown, said) => {
  expect(faultOf(thrown)).toBe(said);
});
