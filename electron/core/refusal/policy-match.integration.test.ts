/** Compares our policy evaluation with the server's: `sys/capabilities-self` for every pair of rules and path. */
import { describe, expect, it } from 'vitest';
import { at, must, newPolicy, newToken, sharedServers } from '../../../e2e/servers/index.ts';
import { policyRules } from '../../../shared/vault/policy.ts';
import { decide } from '../../../shared/vault/policy-match.ts';

const server = sharedServers().dev;

const rule = (path: string, ...capabilities: string[]): string =>
  `path "${path}" { capabilities = [${capabilities.map((one) => `"${one}"`).join(', ')}] }\n`;

/** Several texts are several policies of one token. */
const table: readonly (readonly [what: string, policies: readonly string[], paths: readonly string[]])[] = [
  [
    'an exact path',
    [rule('secret/data/a', 'read')],
    ['secret/data/a', 'secret/data/a/', 'secret/data/ab', 'secret/data', 'secret/data/A'],
  ],
  ['a leading slash', [rule('/secret/data/a', 'read')], ['secret/data/a', 'secret/data/b']],
  [
    'a prefix',
    [rule('secret/data/a*', 'read')],
    ['secret/data/a', 'secret/data/abc', 'secret/data/a/b/c', 'secret/data/b', 'secret/data/'],
  ],
  [
    'a folder',
    [rule('secret/data/a/*', 'read', 'list')],
    ['secret/data/a', 'secret/data/a/', 'secret/data/a/b', 'secret/data/a/b/c/'],
  ],
  ['everything', [rule('*', 'read')], ['secret/data/a', 'x', 'sys/seal']],
  [
    'the longer prefix',
    [rule('secret/*', 'read') + rule('secret/data/*', 'update') + rule('secret/data/a/*', 'delete')],
    ['secret/x', 'secret/data/x', 'secret/data/a/x', 'secret/data/a'],
  ],
  [
    'an exact path before a prefix',
    [rule('secret/data/*', 'read', 'list') + rule('secret/data/a', 'create')],
    ['secret/data/a', 'secret/data/a/', 'secret/data/b'],
  ],
  [
    'a list without its slash',
    [rule('secret/metadata/a', 'list')],
    ['secret/metadata/a', 'secret/metadata/a/', 'secret/metadata/a/b'],
  ],
  [
    'a list with its slash',
    [rule('secret/metadata/a/', 'list')],
    ['secret/metadata/a', 'secret/metadata/a/'],
  ],
  [
    'both forms of a folder',
    [rule('secret/metadata/a', 'read') + rule('secret/metadata/a/', 'list')],
    ['secret/metadata/a', 'secret/metadata/a/'],
  ],
  [
    'deny on a path',
    [rule('secret/data/*', 'read') + rule('secret/data/a', 'deny')],
    ['secret/data/a', 'secret/data/a/b', 'secret/data/b'],
  ],
  ['deny beside others', [rule('secret/data/a', 'read', 'deny')], ['secret/data/a']],
  [
    'deny in another policy',
    [rule('secret/data/a', 'read'), rule('secret/data/a', 'deny')],
    ['secret/data/a'],
  ],
  [
    'an exact grant below a denied prefix',
    [rule('secret/data/*', 'deny') + rule('secret/data/a', 'read')],
    ['secret/data/a', 'secret/data/b'],
  ],
  [
    'rights of two policies',
    [rule('secret/data/a', 'read'), rule('secret/data/a', 'update')],
    ['secret/data/a'],
  ],
  [
    'one path twice in a policy',
    [rule('secret/data/a', 'read') + rule('secret/data/a', 'update')],
    ['secret/data/a'],
  ],
  [
    'rights of two prefixes',
    [rule('secret/data/a*', 'read'), rule('secret/data/*', 'update')],
    ['secret/data/a', 'secret/data/ab', 'secret/data/b'],
  ],
  [
    'a segment',
    [rule('secret/data/+/c', 'read')],
    [
      'secret/data/a/c',
      'secret/data/b/c',
      'secret/data/a/b/c',
      'secret/data//c',
      'secret/data/c',
      'secret/data/a/c/',
    ],
  ],
  [
    'a segment at the end',
    [rule('secret/data/+', 'read')],
    ['secret/data/a', 'secret/data/', 'secret/data/a/', 'secret/data/a/b', 'secret/data'],
  ],
  ['a segment at the beginning', [rule('+/data/a', 'read')], ['secret/data/a', 'x/data/a', 'secret/x/a']],
  ['only a segment', [rule('+', 'read')], ['secret', 'a', 'a/b']],
  ['two segments', [rule('secret/+/+/c', 'read')], ['secret/data/a/c', 'secret/a/b/c', 'secret/a/c']],
  [
    'a segment and a prefix',
    [rule('secret/data/+/c*', 'read')],
    ['secret/data/a/c', 'secret/data/a/cd', 'secret/data/a/c/d/e', 'secret/data/a/x', 'secret/data/a'],
  ],
  [
    'a segment and all below',
    [rule('secret/data/+/*', 'read')],
    ['secret/data/a/', 'secret/data/a/b', 'secret/data/a/b/c', 'secret/data/a'],
  ],
  [
    'a prefix against a segment',
    [rule('secret/data/a/*', 'read') + rule('secret/data/+/c', 'update')],
    ['secret/data/a/c', 'secret/data/b/c', 'secret/data/a/d'],
  ],
  [
    'a short prefix against a segment',
    [rule('secret/*', 'read') + rule('secret/data/+/c', 'update')],
    ['secret/data/a/c', 'secret/x'],
  ],
  [
    'segments at different places',
    [rule('secret/+/a/c', 'read') + rule('secret/data/+/c', 'update')],
    ['secret/data/a/c'],
  ],
  [
    'a folder’s prefix behind a shorter one',
    [rule('secret/*', 'read') + rule('secret/data/a/*', 'update')],
    ['secret/data/a/', 'secret/data/a', 'secret/data/a/b', 'secret/data/a/b/'],
  ],
  [
    'a segment without its slash first',
    [rule('secret/data/+', 'read') + rule('secret/data/+/', 'update') + rule('secret/data/+/*', 'delete')],
    ['secret/data/a/', 'secret/data/a', 'secret/data/a/b', 'secret/data/a/b/'],
  ],
  [
    'a segment behind a shorter prefix',
    [rule('secret/data/+', 'read') + rule('secret/*', 'update')],
    ['secret/data/a/', 'secret/data/a', 'secret/data/a/b'],
  ],
  [
    'fewer segments',
    [rule('secret/data/+/+', 'read') + rule('secret/data/+/c', 'update')],
    ['secret/data/a/c', 'secret/data/a/d'],
  ],
  [
    'a whole path against its beginning',
    [rule('secret/data/+/c', 'read') + rule('secret/data/+/c*', 'update')],
    ['secret/data/a/c', 'secret/data/a/cd'],
  ],
  [
    'longer beginnings',
    [rule('secret/data/+/c*', 'read') + rule('secret/data/+/cc*', 'update')],
    ['secret/data/a/cd', 'secret/data/a/ccd'],
  ],
  [
    'an exact path against a segment',
    [rule('secret/data/a/c', 'read') + rule('secret/data/+/c', 'deny')],
    ['secret/data/a/c', 'secret/data/b/c'],
  ],
  [
    'deny on a segment',
    [rule('secret/data/*', 'read') + rule('secret/data/+/c', 'deny')],
    ['secret/data/a/c', 'secret/data/a/d'],
  ],
  ['a plus inside a name', [rule('secret/data/a+b', 'read')], ['secret/data/a+b', 'secret/data/axb']],
  ['a name that begins with a plus', [rule('secret/data/+b', 'read')], ['secret/data/+b', 'secret/data/xb']],
  ['a star inside a name', [rule('secret/data/a*b', 'read')], ['secret/data/a*b', 'secret/data/axb']],
  ['a quote in a name', [rule('secret/data/a\\"b', 'read')], ['secret/data/a"b', 'secret/data/a']],
  ['an unfilled template', [rule('secret/data/{{identity.entity.name}}/c', 'read')], ['secret/data/x/c']],
  [
    'the old shorthand',
    [
      'path "secret/data/a" { policy = "write" }\npath "secret/data/b" { policy = "read" }\npath "secret/data/c" { policy = "deny" }\npath "secret/data/d" { policy = "sudo" }',
    ],
    ['secret/data/a', 'secret/data/b', 'secret/data/c', 'secret/data/d'],
  ],
  [
    'JSON',
    [
      '{"path":{"secret/data/a":{"capabilities":["read","list"]},"secret/data/b*":{"capabilities":["update"]}}}',
    ],
    ['secret/data/a', 'secret/data/bc'],
  ],
  [
    'JSON with lists',
    ['{"path":[{"secret/data/a":{"capabilities":["read"]}},{"secret/data/b":{"policy":"read"}}]}'],
    ['secret/data/a', 'secret/data/b'],
  ],
  [
    'comments and odd commas',
    [
      '/* path "secret/data/a" { capabilities = ["read"] } */\npath "secret/data/b" { # path\n  capabilities = ["read", // list\n "list",]\n}',
    ],
    ['secret/data/a', 'secret/data/b'],
  ],
  [
    'nothing granted',
    ['path "secret/data/a" {}\npath "secret/data/b" { capabilities = [] }'],
    ['secret/data/a', 'secret/data/b'],
  ],
  [
    'an empty rule over a prefix',
    [rule('secret/data/*', 'read') + 'path "secret/data/a" { capabilities = [] }'],
    ['secret/data/a', 'secret/data/b'],
  ],
  [
    'parameters',
    [
      'path "secret/data/a" { capabilities = ["create"] required_parameters = ["x"] allowed_parameters = { "x" = ["a"] "*" = [] } }',
    ],
    ['secret/data/a'],
  ],
];

describe('policies as the server reads them', () => {
  it('has a table that is worth it', () => {
    expect(table.flatMap(([, , paths]) => paths).length).toBeGreaterThan(100);
  });

  it.each(table)('%s', async (_what, texts, paths) => {
    const policies = await Promise.all(texts.map((text) => newPolicy(server, text)));
    const { token } = await newToken(server, { policies, no_default_policy: true });
    const answer = await must(server, 'POST', 'sys/capabilities', { token, paths });
    const rules = texts.flatMap((text) => [...policyRules(text)].filter(({ path }) => !path.includes('{{')));
    const ours = paths.map((path) => {
      const capabilities = decide(rules, path, true)?.capabilities ?? new Set<string>();
      return [path, capabilities.size === 0 ? ['deny'] : [...capabilities].sort()];
    });
    const theirs = paths.map((path) => [path, [...(at(answer, 'data', path) as string[])].sort()]);
    expect(ours).toEqual(theirs);
  });

  it('agrees on rules and paths that nobody thought of', async () => {
    const random = seeded(20_261_121);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const parts = ['a', 'b', 'ab', '+', '+a', 'data'];
    const some = (most: number): string =>
      Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(parts)).join('/');
    for (let round = 0; round < 40; round++) {
      const written = Array.from({ length: 6 }, () => {
        const path = some(4) + pick(['', '', '/', '*', '/*']);
        return path.endsWith('+*') ? path.slice(0, -1) : path;
      });
      const text = written
        .map((path) =>
          rule(path, pick(['read', 'update', 'delete', 'list', 'deny']), pick(['create', 'read'])),
        )
        .join('');
      const paths = [
        ...new Set(Array.from({ length: 30 }, () => some(5).replaceAll('+', 'b') + pick(['', '/']))),
      ];
      const policy = await newPolicy(server, text);
      const { token } = await newToken(server, { policies: [policy], no_default_policy: true });
      const answer = await must(server, 'POST', 'sys/capabilities', { token, paths });
      const rules = policyRules(text);
      for (const path of paths) {
        const capabilities = [...(decide(rules, path, true)?.capabilities ?? ['deny'])].sort();
        expect([text, path, capabilities]).toEqual([
          text,
          path,
          [...(at(answer, 'data', path) as string[])].sort(),
        ]);
      }
    }
  });
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
