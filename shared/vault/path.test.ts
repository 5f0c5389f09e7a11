import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkApiPath, encodeApiPath } from './path.ts';

describe('checkApiPath', () => {
  it.each([
    ['', 'empty'],
    ['/secret', 'empty-segment'],
    ['/', 'empty-segment'],
    ['secret//x', 'empty-segment'],
    ['secret/x//', 'empty-segment'],
    ['.', 'dot-segment'],
    ['..', 'dot-segment'],
    ['secret/../sys/seal', 'dot-segment'],
    ['secret/./x', 'dot-segment'],
    ['secret/..', 'dot-segment'],
    ['secret/../', 'dot-segment'],
    ['secret/a\0b', 'unprintable'],
    ['secret/a\nb', 'unprintable'],
    ['secret/a\r\nX-Vault-Token: x', 'unprintable'],
    ['secret/a\tb', 'unprintable'],
    ['secret/a\u007fb', 'unprintable'],
    ['secret/a\u0085b', 'unprintable'],
    ['secret/a\u00a0b', 'unprintable'],
    ['secret/\u3000', 'unprintable'],
    ['secret/a\u200bb', 'unprintable'],
    ['secret/a\u202eb', 'unprintable'],
    ['secret/\ufeffx', 'unprintable'],
    ['secret/\ue000', 'unprintable'],
    ['secret/👩\u200d💻', 'unprintable'],
    ['secret/\ud800', 'lone-surrogate'],
    ['secret/\udc00x', 'lone-surrogate'],
  ])('refuses %j', (path, reason) => {
    expect(checkApiPath(path)?.reason).toBe(reason);
  });

  it.each([
    'secret',
    'secret/',
    'secret/data/x',
    'secret/...',
    'secret/..x',
    'secret/x..',
    'secret/.hidden',
    'secret/ a b ',
    'secret/%2e%2e/x',
    'secret/%+#?&=;:@,$~\'()*![]{}|\\^"<>`',
    'secret/ü日本🙂\ufffd',
    'secret/e\u0301',
  ])('lets %j pass', (path) => {
    expect(checkApiPath(path)).toBeUndefined();
  });

  it('never puts an invisible character into its message', () => {
    expect(checkApiPath('a//\u202eb')?.message).toContain('⟨U+202E⟩');
    expect(checkApiPath('a\u200b')?.message).toContain('U+200B');
  });

  it('never passes a dot segment, wherever it stands', () => {
    const segment = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('/'));
    fc.assert(
      fc.property(
        fc.array(segment),
        fc.constantFrom('.', '..'),
        fc.array(segment),
        fc.boolean(),
        (before, dots, after, slash) => {
          expect(checkApiPath([...before, dots, ...after].join('/') + (slash ? '/' : ''))).toBeDefined();
        },
      ),
    );
  });
});

describe('encodeApiPath', () => {
  const printable = fc
    .array(fc.string({ minLength: 1, unit: 'binary' }), { minLength: 1 })
    .map((segments) => segments.join('/'))
    .filter((path) => checkApiPath(path) === undefined);

  it('is undone by decoding each segment', () => {
    fc.assert(
      fc.property(printable, (path) => {
        expect(encodeApiPath(path).split('/').map(decodeURIComponent).join('/')).toBe(path);
      }),
    );
  });

  it('keeps the request inside its own path', () => {
    fc.assert(
      fc.property(printable, (path) => {
        const encoded = encodeApiPath(path);
        expect(encoded).toMatch(/^[A-Za-z0-9\-_.!~*'()%/]+$/);
        const url = new URL(`https://vault.example/v1/${encoded}`);
        expect(url.pathname).toBe(`/v1/${encoded}`);
        expect(url.search + url.hash).toBe('');
        expect(url.host).toBe('vault.example');
      }),
    );
  });

  it('keeps one slash at the end', () => {
    expect(encodeApiPath('a b/c#/')).toBe('a%20b/c%23/');
  });
});
