import { describe, expect, it } from 'vitest';
import type { EngineKind, Mount, MountPath } from '../../../shared/vault/mount.ts';
import { listPolicy, pathForms } from './path-forms.ts';

function mount(path: string, engine: EngineKind): Mount {
  return { path: path as MountPath, type: engine, engine, description: '' };
}

function forms(at: Mount, path: string): string[] {
  return pathForms(at, path, 'vault').map((form) => form.text);
}

describe('pathForms', () => {
  it('names an entry of KV v2 in its four ways', () => {
    expect(forms(mount('team/kv/', 'kv2'), 'a b/c#1')).toEqual([
      'team/kv/a b/c#1',
      '/v1/team/kv/data/a%20b/c%231',
      "vault kv get -mount=team/kv 'a b/c#1'",
      'team/kv/data/a b/c#1',
    ]);
  });

  it('names folders, other engines and OpenBao', () => {
    expect(forms(mount('secret/', 'kv2'), 'x/')).toEqual([
      'secret/x/',
      '/v1/secret/metadata/x/?list=true',
      'vault kv list -mount=secret x/',
      'secret/metadata/x/',
    ]);
    expect(forms(mount('kv1/', 'kv1'), '-x')[2]).toBe('vault kv get -mount=kv1 -- -x');
    expect(forms(mount('pki/', 'other'), '')[2]).toBe('vault list pki/');
    expect(pathForms(mount('cubbyhole/', 'cubbyhole'), 'x', 'openbao')[2]?.text).toBe('bao read cubbyhole/x');
  });

  it('writes the rule that is missing', () => {
    expect(listPolicy(mount('secret/', 'kv2'), 'a"b\\/')).toBe(
      'path "secret/metadata/a\\"b\\\\/" {\n  capabilities = ["list"]\n}',
    );
  });
});
