import { expect, it } from 'vitest';
import { typedKeys } from './typed-key.ts';

it.each([
  ['secret/app#password', ['secret/app → password']],
  ['  secret/app#password ', ['secret/app → password']],
  ['secret/a#b#c', ['secret/a#b → c', 'secret/a → b#c']],
  ['secret/a##', ['secret/a → #']],
  ['secret/app', []],
  ['secret/app#', []],
  ['#password', []],
  ['https://vault:8200/v1/secret/data/a#b#c', ['https://vault:8200/v1/secret/data/a → b#c']],
  ['/v1/secret/data/a#b#c', ['/v1/secret/data/a → b#c']],
  ['vault kv get secret/app#password', ['vault kv get secret/app → password']],
])('%s', (text, readings) => {
  expect(typedKeys(text).map(({ path, key }) => `${path} → ${key}`)).toEqual(readings);
});

it('reads at most five', () => {
  expect(typedKeys('secret/1#2#3#4#5#6#7#8')).toHaveLength(5);
});
