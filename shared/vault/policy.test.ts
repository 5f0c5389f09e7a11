import { describe, expect, it } from 'vitest';
import { policyRules } from './policy.ts';
import { decide, ruleCovers } from './policy-match.ts';

const read = (text: string) =>
  policyRules(text).map(({ path, capabilities, line, endLine }) => [path, capabilities, line, endLine]);

describe('reading policies', () => {
  it.each([
    ['nothing', '', []],
    ['only a comment', '# path "a" { capabilities = ["read"] }', []],
    ['one rule', 'path "a" { capabilities = ["read"] }', [['a', ['read'], 1, 1]]],
    [
      'lines',
      '\n# x\npath "a" {\n  capabilities = [\n    "read",\n    "list",\n  ]\n}\n\npath "b" {}\n',
      [
        ['a', ['read', 'list'], 3, 8],
        ['b', [], 10, 10],
      ],
    ],
    [
      'Windows lines',
      'path "a" {\r\n  capabilities = ["read"]\r\n}\r\npath "b" { capabilities = [] }',
      [
        ['a', ['read'], 1, 3],
        ['b', [], 4, 4],
      ],
    ],
    [
      'a comment over lines',
      '/* one\ntwo */ path "a" { /* { */ capabilities = ["read"] // }\n}',
      [['a', ['read'], 2, 3]],
    ],
    [
      'a comment that does not end',
      'path "a" { capabilities = ["read"] } /* path "b" {',
      [['a', ['read'], 1, 1]],
    ],
    ['no quotes', 'path a { capabilities = ["read"] }', [['a', ['read'], 1, 1]]],
    ['quoted words', '"path" "a" { "capabilities" = ["read"] }', [['a', ['read'], 1, 1]]],
    [
      'no spaces',
      'path"a"{capabilities=["read"]}path"b"{capabilities=["list"]}',
      [
        ['a', ['read'], 1, 1],
        ['b', ['list'], 1, 1],
      ],
    ],
    ['escapes', String.raw`path "a\"b\\cA" { capabilities = ["read"] }`, [['a"b\\cA', ['read'], 1, 1]]],
    [
      'a brace inside a path',
      'path "a{b}c#d//e" { capabilities = ["read"] }',
      [['a{b}c#d//e', ['read'], 1, 1]],
    ],
    [
      'templates',
      'path "a/{{identity.entity.id}}/*" { capabilities = ["read"] }',
      [['a/{{identity.entity.id}}/*', ['read'], 1, 1]],
    ],
    [
      'shorthand',
      'path "a" { policy = "write" }',
      [['a', ['create', 'read', 'update', 'delete', 'list'], 1, 1]],
    ],
    ['a name before', 'name = "x"\npath "a" { capabilities = ["read"] }', [['a', ['read'], 2, 2]]],
    [
      'other things inside',
      'path "a" { allowed_parameters = { "capabilities" = ["x"] "*" = [] }\ncapabilities = ["read"] }',
      [['a', ['read'], 1, 2]],
    ],
    [
      'a here document',
      'path "a" { comment = <<EOF\n} path "b" {\nEOF\ncapabilities = ["read"] }',
      [['a', ['read'], 1, 4]],
    ],
    [
      'JSON',
      '{\n "path": {\n  "a": { "capabilities": ["read"] },\n  "b": { "policy": "deny" }\n }\n}',
      [
        ['a', ['read'], 3, 3],
        ['b', ['deny'], 4, 4],
      ],
    ],
    [
      'JSON with a list',
      '{"path":[{"a":{"capabilities":["read"]}},{"b":{"capabilities":[]}}]}',
      [
        ['a', ['read'], 1, 1],
        ['b', [], 1, 1],
      ],
    ],
    ['twice the same', 'path "a" { capabilities = ["read", "read"] }', [['a', ['read'], 1, 1]]],
    [
      'a string that does not end',
      'path "b" { capabilities = ["list"] }\npath "a {',
      [['b', ['list'], 1, 1]],
    ],
    ['an object that does not end', 'path "a" { capabilities = ["read"', [['a', ['read'], 1, 1]]],
    ['nothing but marks', '}}]]{{[[==::,,', []],
    ['something else', '<html><body>path "a"</body></html>', []],
    [
      'odd values',
      'path "a" = "b"\npath = 3\npath "c" { capabilities = "read" }',
      [
        ['a', [], 1, 1],
        ['c', ['read'], 3, 3],
      ],
    ],
  ] as const)('%s', (_what, text, rules) => {
    expect(read(text)).toEqual(rules);
  });

  it('knows what a request must have', () => {
    const [rule] = policyRules('path "a" { capabilities = ["create"] required_parameters = ["x", "y"] }');
    expect(rule).toMatchObject({ required: ['x', 'y'], limitsRequests: true });
    expect(policyRules('path "a" { max_wrapping_ttl = "1h" }')[0]?.limitsRequests).toBe(true);
    expect(policyRules('path "a" { capabilities = ["read"] }')[0]?.limitsRequests).toBe(false);
  });

  it('reads a large or deep text in time that does not run away', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `path "p/${at}" { capabilities = ["read"] }`).join(
      '\n',
    );
    const rules = policyRules(many);
    expect([rules.length, rules.at(-1)?.line]).toEqual([5_000, 5_000]);
    expect(policyRules(`path "a" { x = ${'['.repeat(20_000)} }`)).toHaveLength(1);
    expect(policyRules('"'.repeat(50_000) + '/*'.repeat(50_000))).toEqual([]);
  });
});

describe('matching', () => {
  it('has rules for one path add up, and a deny win', () => {
    const rules = policyRules('path "a" { capabilities = ["read"] } path "/a" { capabilities = ["list"] }');
    expect([...(decide(rules, 'a', false)?.capabilities ?? [])]).toEqual(['read', 'list']);
    const denied = [...rules, { path: 'a', capabilities: ['deny'] }];
    expect([...(decide(denied, 'a', false)?.capabilities ?? [])]).toEqual(['deny']);
    expect(decide(denied, 'a', false)?.rules).toHaveLength(3);
  });

  it('lets only a list do without its slash', () => {
    const rules = policyRules('path "a/b" { capabilities = ["list"] }');
    expect(decide(rules, 'a/b/', true)?.rules).toHaveLength(1);
    expect(decide(rules, 'a/b/', false)).toBeUndefined();
  });

  it('says what a rule covers by itself', () => {
    const covers = (path: string, asked: string) => ruleCovers({ path, capabilities: [] }, asked);
    expect([covers('a', 'a'), covers('a*', 'ab'), covers('a/+/c', 'a/b/c')]).toEqual([true, true, true]);
    expect([covers('a', 'ab'), covers('a/+', 'a/b/c')]).toEqual([false, false]);
  });
});
