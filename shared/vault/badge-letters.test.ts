import { describe, expect, it } from 'vitest';
import { tellApart } from './badge-letters.ts';

const lengths = (badges: readonly string[]) => badges.map((badge) => Array.from(badge).length);

describe('tellApart', () => {
  it.each([
    [
      ['Payments production', 'Payments staging'],
      ['PP', 'PS'],
    ],
    [
      ['Payments production', 'Payments preview', 'Payments pre'],
      ['PP', 'PR', 'PE'],
    ],
    [
      ['Sample', 'Staging', 'Secrets'],
      ['SA', 'ST', 'SE'],
    ],
    [
      ['vault.pay.example:8200', 'vault.stg.example:8200'],
      ['VP', 'VS'],
    ],
    [
      ['127.0.0.1:8200', '127.0.0.1:8300'],
      ['127', '8300'],
    ],
    [
      ['Payments', 'Payments', 'payments '],
      ['PA', 'P2', 'P3'],
    ],
    [
      ['', ' ', '…'],
      ['?', '?2', '?3'],
    ],
    [
      ['x', 'X', 'x y'],
      ['X', 'X2', 'XY'],
    ],
    [
      ['ﬁnance', 'straße'],
      ['FIN', 'ST'],
    ],
  ])('%j', (names, badges) => {
    expect(tellApart(names)).toEqual(badges);
  });

  it('keeps a badge when others are added behind it', () => {
    const names = ['Sales', 'Staging', 'Sample', 'Sales', 'Search'];
    const all = tellApart(names);
    for (let count = 1; count <= names.length; count++)
      expect(tellApart(names.slice(0, count))).toEqual(all.slice(0, count));
  });

  it('leaves what is given as it is, and gives none of it twice', () => {
    expect(tellApart(['Sales', 'Sample'], [undefined, 'SA'])).toEqual(['SL', 'SA']);
    expect(tellApart(['Sales', 'Sample', 'Search'], ['SA', 'SA'])).toEqual(['SA', 'SM', 'SE']);
  });

  it('tells five hundred connections apart', () => {
    for (const name of [
      (index: number) => `Server ${String(index)}`,
      () => 'S',
      () => 'Sample',
      () => '🔥',
    ]) {
      const badges = tellApart(Array.from({ length: 500 }, (_, index) => name(index)));
      expect(new Set(badges).size).toBe(500);
      expect(Math.max(...lengths(badges))).toBeLessThanOrEqual(4);
    }
  });

  it('takes letters of any writing as they are drawn', () => {
    expect(tellApart(['שרת ייצור', 'שרת בדיקות'])).toEqual(['שי', 'שב']);
    expect(tellApart(['قاعدة البيانات', '結算 生産', '결제 운영'])).toEqual(['قا', '結生', '결운']);
    expect(tellApart(['🔥 prod', '🔥 stage', '👩‍👩‍👧‍👦', '🔥🔥'])).toEqual(['🔥P', '🔥S', '👩‍👩‍👧‍👦', '🔥🔥']);
    expect(tellApart(['नमस्ते दुनिया'])).toEqual(['नदु']);
  });

  it('stays small whatever a name is', () => {
    const long = 'Payments '.repeat(60).slice(0, 500);
    const marked = `Z${'\u0301'.repeat(300)} a`;
    const badges = tellApart([long, `${long.slice(0, 499)}!`, marked, 'x'.repeat(500)]);
    expect(new Set(badges).size).toBe(4);
    expect(Math.max(...lengths(badges))).toBeLessThanOrEqual(4);
  });
});
