import { describe, expect, it } from 'vitest';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { hcl } from './hcl.ts';

const classes = tagHighlighter([
  { tag: tags.keyword, class: 'keyword' },
  { tag: tags.string, class: 'string' },
  { tag: tags.comment, class: 'comment' },
  { tag: tags.propertyName, class: 'name' },
  { tag: tags.number, class: 'number' },
]);

function coloured(text: string): string[] {
  const found: string[] = [];
  highlightTree(hcl.parser.parse(text), classes, (from, to, style) => {
    found.push(`${style} ${text.slice(from, to)}`);
  });
  return found;
}

describe('the policy language in colour', () => {
  it('tells paths, capabilities, parameters and comments apart', () => {
    const text = 'path "secret/+/a" { # mine\n  capabilities = ["read"]\n  min_wrapping_ttl = 60\n}';
    expect(coloured(text)).toEqual([
      'keyword path',
      'string "secret/+/a"',
      'comment # mine',
      'keyword capabilities',
      'string "read"',
      'name min_wrapping_ttl',
      'number 60',
    ]);
  });

  it('reads comments over several lines and quotes inside texts', () => {
    expect(coloured('/* a\nb */ path "x\\"y"')).toEqual([
      'comment /* a',
      'comment b */',
      'keyword path',
      'string "x\\"y"',
    ]);
  });

  it.each(['', '"', '/*', '}{', 'path "', '{"path":{"a/*":{"capabilities":["read"]}}}', '\u0000', '"\\'])(
    'survives %j',
    (text) => {
      expect(() => coloured(text)).not.toThrow();
    },
  );
});
