import { expect, it } from 'vitest';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { Edit } from './edit.ts';
import { editedKeys } from './difference.ts';

const members: readonly Member[] = [
  ['user', '"u"'],
  ['port', '5432'],
  ['password', '"secret"'],
];
const changes = (action: Edit) => editedKeys(action, members).map(({ key, change }) => `${key} ${change}`);

it.each<readonly [string, Edit, readonly string[]]>([
  ['a removed key', { kind: 'remove-key', key: 'port' }, ['user same', 'port removed', 'password same']],
  [
    'a renamed key: one that goes and one that comes, with the facts of its value',
    { kind: 'rename-key', key: 'port', to: 'db_port' },
    ['user same', 'port removed', 'db_port added', 'password same'],
  ],
  [
    'a name that is taken: nothing changes',
    { kind: 'rename-key', key: 'port', to: 'user' },
    ['user same', 'port same', 'password same'],
  ],
  [
    'a replaced text: every text that it looks at, none of them judged',
    { kind: 'replace-value', find: 'nowhere', by: '' },
    ['user written', 'port same', 'password written'],
  ],
  [
    'a key that is set where it is absent',
    { kind: 'set-key', key: 'new', rawJson: '1', onlyWhere: 'absent' },
    ['user same', 'port same', 'password same', 'new added'],
  ],
  [
    'a generated value',
    { kind: 'rotate', key: 'password', recipe: { kind: 'words', count: 4 }, same: false },
    ['user same', 'port same', 'password generated'],
  ],
])('the difference of %s', (_what, action, expected) => {
  expect(changes(action)).toEqual(expected);
});

it('tells no facts of a value that is not there before the run', () => {
  const set = editedKeys({ kind: 'set-key', key: 'user', rawJson: '"u"', onlyWhere: 'all' }, members);
  expect(set[0]).toEqual({ key: 'user', change: 'written', before: expect.anything() as object });
});
