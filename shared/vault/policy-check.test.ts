import { describe, expect, it } from 'vitest';
import { lineInRefusal, policyFaults, startOfLine } from './policy-check.ts';

function said(policy: string): string {
  return policyFaults(policy)
    .map(({ line, message }) => `${String(line)}: ${message}`)
    .join(' | ');
}

describe('policyFaults', () => {
  it.each([
    ['nothing', ''],
    ['comments alone', '# one\n// two\n/* three\n four */\n'],
    ['a rule', 'path "secret/data/*" {\n  capabilities = ["read", "list",]\n}\n'],
    ['a name', 'name = "app"\npath "a" { capabilities = ["deny"] }'],
    [
      'parameters, numbers, heredocs',
      'path "a" {\n capabilities = ["create"]\n allowed_parameters = { "*" = [] "b" = ["x", 1, true] }\n min_wrapping_ttl = 1h\n comment = <<EOT\n } "\nEOT\n}',
    ],
    ['rules on one line', 'path "a" { capabilities = ["read"] } path "b" { capabilities = ["list"] }'],
    ['JSON', '{"path": {"secret/*": {"capabilities": ["read", "scan"]}}}'],
    ['JSON with a list of paths', '{"path": [{"a": {"capabilities": ["read"]}}, {"b": {"policy": "read"}}]}'],
    ['a parameter called capabilities', 'path "a" { allowed_parameters = { "capabilities" = ["mine"] } }'],
  ])('takes %s', (_what, policy) => {
    expect(said(policy)).toBe('');
  });

  it.each([
    ['path "a" {\n  capabilities = ["read"]\n', '1: This { is not closed.'],
    ['path "a" {\n  capabilities = ["read"\n}', '2: This [ is not closed.'],
    ['path "a" {}\n}\n', '2: This } closes nothing.'],
    ['path "a {\n  capabilities = ["read"]\n}', '1: This text is not closed.'],
    ['/* for ever\npath "a" {}', '1: This comment is not closed.'],
    ['path "a" {\n  capabilities = ["raed"]\n}', '2: “raed” is not a capability.'],
    [
      'path "a" {\n  capabilities = ["raed", "wirte"]\n',
      '1: This { is not closed. | 2: “raed” is not a capability. | 2: “wirte” is not a capability.',
    ],
    ['path "a" {\n  capabilities = ["read" "list"]\n}', '2: A comma is missing before this.'],
    ['path "a" {\n  capabilities = [read]\n}', '2: “read” needs quotes.'],
    ['path "a" {\n  capabilities ["read"]\n}', '2: An = or { is missing before this.'],
    ['path {\n}', '1: The path is missing: path "secret/data/app" {'],
    ['paths "a" {\n}', '1: “paths” is not known here: a policy consists of path "…" { … }.'],
    ['path "a" = "b" }', '1: Only one name can stand before this.'],
    ['{"path": {"a": {"capabilities": ["raed"]}}}', '1: “raed” is not a capability.'],
    ['{"path": {"a": {} "b": {}}}', '1: A comma is missing before this.'],
    ['{"path": {"a" {}}}', '1: A : is missing before this.'],
    ['{"path": {}} {', '1: Unexpected text.'],
    ['{"path": {}} # mine', '1: A policy in JSON has no comments.'],
    [`path "a" { b = ${'['.repeat(200)}`, '1: This is nested too deeply.'],
  ])('says what is wrong with %j', (policy, message) => {
    expect(said(policy)).toBe(message);
  });
});

describe('where a server says it is', () => {
  it('is read from its words, where it says so', () => {
    expect(lineInRefusal(['failed to parse policy: At 3:5: literal not terminated'])).toBe(3);
    expect(lineInRefusal(['path "a": invalid key "x" on line 12'])).toBe(12);
    expect(lineInRefusal(['path "a": invalid capability "raed"'])).toBeUndefined();
  });

  it('is a place in the text', () => {
    expect([1, 2, 3, 9].map((line) => startOfLine('a\nbc\nd', line))).toEqual([0, 2, 5, 6]);
  });
});
