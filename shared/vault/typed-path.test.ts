import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EngineKind, Mount, MountPath } from './mount.ts';
import { checkApiPath } from './path.ts';
import { resolveTypedPath } from './typed-path.ts';

function mount(path: string, engine: EngineKind): Mount {
  return { path: path as MountPath, type: engine === 'cubbyhole' ? engine : 'kv', engine, description: '' };
}

const mounts = [
  mount('secret/', 'kv2'),
  mount('team/a/kv/', 'kv2'),
  mount('legacy/', 'kv1'),
  mount('cubbyhole/', 'cubbyhole'),
  mount('v1/', 'kv1'),
];

/** `mount|path|version`, `lookup|path` or `problem|reason`. */
function resolved(text: string): string {
  const answer = resolveTypedPath(text, mounts);
  if (answer.kind === 'problem') return `problem|${answer.problem.reason}`;
  if (answer.kind === 'needs-mount-lookup') return `lookup|${answer.path}`;
  return `${answer.mount.path}|${answer.path}${answer.version === undefined ? '' : `|${answer.version}`}`;
}

describe('resolveTypedPath', () => {
  it.each([
    // browse form
    ['secret/payments/x', 'secret/|payments/x'],
    ['  secret/payments/x \n', 'secret/|payments/x'],
    ['/secret//payments///x', 'secret/|payments/x'],
    ['secret', 'secret/|'],
    ['secret/', 'secret/|'],
    ['secret/payments/', 'secret/|payments/'],
    ['"secret/a b"', 'secret/|a b'],
    ['secret/50%25 off', 'secret/|50%25 off'],
    ['secret/what?', 'secret/|what?'],
    ['secret/what?version=2', 'secret/|what?version=2'],
    ['secretive/x', 'lookup|secretive/x'],
    ['team/a/kv/data/x', 'team/a/kv/|x'],
    ['team/a/other', 'lookup|team/a/other'],
    ['legacy/data/x', 'legacy/|data/x'],
    ['cubbyhole/x', 'cubbyhole/|x'],
    // API form
    ['secret/data/x', 'secret/|x'],
    ['secret/metadata/x', 'secret/|x'],
    ['secret/metadata/', 'secret/|'],
    ['secret/metadata', 'secret/|'],
    ['secret/data/x?version=3', 'secret/|x|3'],
    ['secret/database/x', 'secret/|database/x'],
    ['secret/data/data/x', 'secret/|data/x'],
    ['/v1/secret/data/x', 'secret/|x'],
    ['/v1/secret/data/a%20b?version=2', 'secret/|a b|2'],
    ['/v1/secret/metadata/payments?list=true', 'secret/|payments/'],
    ['/v1/secret/destroy/x', 'secret/|x'],
    ['/v1/legacy/data/x?version=2', 'legacy/|data/x'],
    ['v1/x', 'v1/|x'],
    // command lines
    ['vault kv get secret/payments/x', 'secret/|payments/x'],
    ['vault kv get secret/data/x', 'secret/|data/x'],
    ['$ vault kv get -mount=secret payments/x', 'secret/|payments/x'],
    ['vault kv get -mount secret -version 4 payments/x', 'secret/|payments/x|4'],
    ['vault kv get --mount="team/a/kv" \'a b\'', 'team/a/kv/|a b'],
    ['vault kv get -version=3 secret/payments/x', 'secret/|payments/x|3'],
    ['vault kv get -namespace=team -field=password secret/x', 'secret/|x'],
    ['vault kv get -format json secret/x', 'secret/|x'],
    ['VAULT_ADDR=https://h:8200 vault kv get secret/x', 'secret/|x'],
    ['vault kv put secret/x a=1 b=2', 'secret/|x'],
    ['vault kv list secret/payments', 'secret/|payments/'],
    ['vault kv list -mount=secret', 'secret/|'],
    ['vault kv metadata get secret/x', 'secret/|x'],
    ['vault kv metadata get -mount=secret x', 'secret/|x'],
    ['vault kv undelete -versions=2 secret/x', 'secret/|x|2'],
    ['vault kv get secret/a\\ b', 'secret/|a b'],
    ['vault read secret/data/x', 'secret/|x'],
    ['vault read secret/data/x version=2', 'secret/|x|2'],
    ['vault list secret/metadata/payments', 'secret/|payments/'],
    ['bao kv get secret/x', 'secret/|x'],
    ['bao read -field=data secret/data/x', 'secret/|x'],
    ['/usr/bin/vault read legacy/x', 'legacy/|x'],
    ['vault kv get -mount=unknown x', 'lookup|unknown/x'],
    // addresses
    ['https://vault.example:8200/v1/secret/data/x?version=2', 'secret/|x|2'],
    ['https://vault.example:8200/v1/secret/data/a%2Fb%20c%23', 'secret/|a/b c#'],
    ['https://gateway.example/team-a/vault/v1/secret/data/x?version=2', 'secret/|x|2'],
    ['https://gateway.example/vault/v1/secret/data/v1/x', 'secret/|v1/x'],
    ['https://gateway.example/vault/ui/vault/secrets/secret/kv/x', 'secret/|x'],
    ['https://vault.example/ui/vault/secrets/secret/show/v1/x', 'secret/|v1/x'],
    ['HTTP://vault.example/v1/secret/metadata/p/?list=true', 'secret/|p/'],
    ['https://h/ui/vault/secrets/secret/kv/payments%2Fx/details?version=2', 'secret/|payments/x|2'],
    ['https://h/ui/vault/secrets/secret/kv/payments%2Fx', 'secret/|payments/x'],
    ['https://h/ui/vault/secrets/secret/kv/payments%2Fx/metadata/edit', 'secret/|payments/x'],
    ['https://h/ui/vault/secrets/secret/kv/list/payments/', 'secret/|payments/'],
    ['https://h/ui/vault/secrets/secret/kv/list', 'secret/|'],
    ['https://h/ui/vault/secrets-engines/secret/kv/x/details', 'secret/|x'],
    ['https://h/ui/vault/secrets/team%2Fa%2Fkv/kv/x/details', 'team/a/kv/|x'],
    ['https://h/ui/vault/secrets/secret/show/payments/x', 'secret/|payments/x'],
    ['https://h/ui/vault/secrets/secret/show/data/x', 'secret/|data/x'],
    ['https://h/ui/vault/secrets/secret/list/payments/', 'secret/|payments/'],
    ['/ui/vault/secrets/legacy/show/x', 'legacy/|x'],
    // hostile or hopeless
    ['', 'problem|empty'],
    ['   ', 'problem|empty'],
    ['secret/../sys/seal', 'problem|dot-segment'],
    ['secret/data/../../sys', 'problem|dot-segment'],
    ['https://h/v1/secret/data/%2e%2e/x', 'problem|dot-segment'],
    ['https://h/v1/secret/data/a%0ab', 'problem|unprintable'],
    ['https://h/v1/secret/data/%zz', 'problem|bad-escape'],
    ['https://h/v1/secret/data/%ff', 'problem|bad-escape'],
    ['https://vault.example:8200', 'problem|no-path'],
    ['https://gateway.example/vault/v2/secret/x', 'problem|no-path'],
    ['https://vault.example:8200/ui/vault/auth', 'problem|no-path'],
    ['vault kv get "secret/x', 'problem|bad-command'],
    ['vault status', 'problem|bad-command'],
    ['vault kv get', 'problem|bad-command'],
    ['secret/a\u200bb', 'problem|unprintable'],
    ['secret/\ud800', 'problem|lone-surrogate'],
  ])('%j', (text, expected) => {
    expect(resolved(text)).toBe(expected);
  });

  it('quotes what was typed', () => {
    expect(resolveTypedPath('secret/../sys/raw', mounts)).toMatchObject({
      problem: { message: expect.stringContaining('“secret/../sys/raw”') as unknown },
    });
  });

  it('answers every text, and only with paths that may be sent', () => {
    const piece = fc.constantFrom(
      'secret',
      '/',
      'data',
      '..',
      '.',
      '%2e',
      '?version=2',
      'vault ',
      'kv ',
      'get ',
      '"',
      "'",
      '-mount=',
      ' ',
      'https://h',
      '/v1/',
      '/ui/vault/secrets/',
      '\\',
      '\0',
      '\u200b',
      '\ud800',
      'é',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string())).map((parts) => parts.join('')),
        (text) => {
          const answer = resolveTypedPath(text, mounts);
          if (answer.kind === 'resolved')
            expect(checkApiPath(answer.mount.path + answer.path)).toBeUndefined();
          if (answer.kind === 'needs-mount-lookup') expect(checkApiPath(answer.path)).toBeUndefined();
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds an entry again by the address that its name encodes to', () => {
    const name = fc
      .array(
        fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('/')),
        { minLength: 1 },
      )
      .map((parts) => parts.join('/'))
      .filter((path) => checkApiPath(`secret/${path}`) === undefined);
    fc.assert(
      fc.property(name, (path) => {
        const encoded = path.split('/').map(encodeURIComponent).join('/');
        expect(resolved(`https://h/v1/secret/data/${encoded}`)).toBe(`secret/|${path}`);
        expect(resolved(`https://h/ui/vault/secrets/secret/kv/${encodeURIComponent(path)}/details`)).toBe(
          `secret/|${path}`,
        );
      }),
    );
  });
});
