import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPolicy } from './policy-format.ts';
import { policyFaults } from './policy-check.ts';
import { policyPieces } from './policy-pieces.ts';
import { policyRules } from './policy.ts';

describe('formatPolicy', () => {
  it('indents, spaces and keeps what stands on a line on it', () => {
    expect(
      formatPolicy(
        '\n\n# the team\npath   "a/*"{\n\n\ncapabilities=[ "read","list" ]   # both\n      allowed_parameters={\n"*"=[]\n}\n\n\n\n\n}\npath "b" { capabilities = ["read"]}\npath "c" {}\r\n\n\n',
      ),
    ).toBe(
      '# the team\npath "a/*" {\n  capabilities = ["read", "list"] # both\n  allowed_parameters = {\n    "*" = []\n  }\n}\npath "b" { capabilities = ["read"] }\npath "c" {}\n',
    );
  });

  it('keeps heredocs, comments of several lines and texts letter for letter', () => {
    const unchanged = '/* one\n      two */\npath "a  b" {\n  comment = <<EOT\n   kept   as   is\nEOT\n}\n';
    expect(formatPolicy(unchanged.replace('  comment', ' comment').replace('path ', 'path    '))).toBe(
      unchanged,
    );
  });

  it('goes in once where a line opens two brackets', () => {
    expect(formatPolicy('path "a" {\nx = [{\ny = 1\n}]\n}')).toBe(
      'path "a" {\n  x = [{\n    y = 1\n  }]\n}\n',
    );
  });

  it('gives JSON a line for each member', () => {
    expect(formatPolicy('{"path":{"a":{"capabilities":["read","list"]},"b":{},"a":{"policy":"deny"}}}')).toBe(
      '{\n  "path": {\n    "a": {\n      "capabilities": ["read", "list"]\n    },\n    "b": {},\n    "a": {\n      "policy": "deny"\n    }\n  }\n}\n',
    );
  });

  it.each(['', '  \n', 'path "a {\n}', '/* open', 'path "${"x"}" {  }', '{"path": {}} # x', 'x = <<EOT\n a'])(
    'leaves %j as it is',
    (policy) => {
      expect(formatPolicy(policy)).toBe(policy);
    },
  );

  const blank = fc.constantFrom('', ' ', '\t ', '\n', ' \n\n\n ', '\r\n');
  const comment = fc.constantFrom('# said\n', '// "said" {\n', '/* a\n   b */');
  const piece = fc.oneof(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '=',
      ',',
      ':',
      'path',
      'capabilities',
      'true',
      '1h',
      '"a/*"',
      '"x \\" y"',
    ),
    comment,
    fc.constant('<<EOT\n  kept\nEOT\n'),
  );

  it('never changes a piece, whatever the text, and does nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, blank), { maxLength: 30 }), (parts) => {
        const policy = parts.map(([text, space]) => text + space).join('');
        const formatted = formatPolicy(policy);
        expect(meant(formatted)).toEqual(meant(policy));
        expect(formatPolicy(formatted)).toBe(formatted);
      }),
      { numRuns: 500 },
    );
  });

  const rule = fc
    .tuple(
      fc.constantFrom('a', 'b/*', 'c/+/d'),
      fc.subarray(['read', 'list', 'update', 'deny']),
      blank,
      blank,
    )
    .map(([path, names, one, other]) => {
      const listed = names.map((name) => `"${name}"`).join(`,${other}`);
      return `path${one} "${path}" {${one}capabilities${other}=${one}[${listed}${one}]${other}}`;
    });

  it('grants what it granted', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), (rules) => {
        const policy = rules.join('\n');
        const granted = (text: string) =>
          policyRules(text).map(({ path, capabilities }) => ({ path, capabilities }));
        expect(policyFaults(formatPolicy(policy))).toEqual([]);
        expect(granted(formatPolicy(policy))).toEqual(granted(policy));
      }),
    );
  });
});

function meant(policy: string): readonly string[] {
  return policyPieces(policy)
    .filter(({ kind }) => kind !== 'space' && kind !== 'newline')
    .map(({ text }) => text.trimEnd());
}
