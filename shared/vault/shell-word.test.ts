import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { itOnUnix } from '../../build/testing/on-unix.ts';
import { hostileTexts } from '../../e2e/attacks/hostile-texts.ts';
import { shellWord } from './shell-word.ts';

describe('shellWord', () => {
  it.each([
    ['plain/x-1', 'plain/x-1'],
    ["it's", `'it'\\''s'`],
    ['$HOME;rm', `'$HOME;rm'`],
    ['', `''`],
    ['~root', `'~root'`],
    ['=ls', `'=ls'`],
    ['a=b', 'a=b'],
    ['two\nlines', `'two\nlines'`],
    ['!x', `'!x'`],
    ['a\u0015rm -rf ~\r', `'a'"$(printf '\\025')"'rm -rf ~'"$(printf '\\015')"`],
    ['\u001b[201~\u009b', `"$(printf '\\033')"'[201~'"$(printf '\\302\\233')"`],
  ])('%j', (word, quoted) => {
    expect(shellWord(word)).toBe(quoted);
  });

  itOnUnix('a shell: what is copied or written for one is read back by one')(
    'hands a terminal no key, and is read back by a shell as it was, whatever a server names @no-terminal-key',
    () => {
      const words = [...hostileTexts, 'a\u0015rm -rf ~\r', '\u001b[201~\u009b', "it's\u0003", "'\u0004'"];
      const line = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
      expect([...line].filter((sign) => /\p{Cc}/u.test(sign))).toEqual([]);
      const read = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
      expect(read.split('\0').slice(0, -1)).toEqual(words);
    },
  );
});
