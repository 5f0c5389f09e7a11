import { describe, expect, it } from 'vitest';
import { isKey, isTyped, keyMap, type KeyId, type KeyPress } from './key-map.ts';

function press(key: string, modifiers = '', code = ''): KeyPress {
  return {
    key,
    code,
    ctrlKey: modifiers.includes('C'),
    metaKey: modifiers.includes('M'),
    altKey: modifiers.includes('A'),
    shiftKey: modifiers.includes('S'),
  };
}

function idsOf(event: KeyPress): string[] {
  return Object.keys(keyMap).filter((id) => isKey(event, id as KeyId));
}

describe('the key map', () => {
  it('knows a press by its key and exactly its modifiers', () => {
    expect(idsOf(press('k', 'C'))).toEqual(['palette']);
    expect(idsOf(press('k', 'M'))).toEqual(['palette']);
    expect(idsOf(press('K', 'CS'))).toEqual([]);
    expect(idsOf(press('F', 'CS'))).toEqual(['search']);
    expect(idsOf(press('f', 'C'))).toEqual(['find']);
    expect(idsOf(press('e'))).toEqual(['edit']);
    expect(idsOf(press('e', 'C'))).toEqual([]);
    expect(idsOf(press('ArrowLeft', 'A'))).toEqual(['back']);
    expect(idsOf(press('ArrowLeft', 'CS'))).toEqual(['moveTabLeft']);
    expect(idsOf(press('Tab', 'CS'))).toEqual(['previousTab']);
  });

  it('takes a sign however the keyboard writes it', () => {
    expect(idsOf(press('?', 'S'))).toEqual(['cheatSheet']);
    expect(idsOf(press('/'))).toEqual(['filter']);
    expect(idsOf(press('/', 'S'))).toEqual(['filter']);
  });

  it('tells a session from a tab by its digit’s place, and leaves Alt Gr alone', () => {
    expect(idsOf(press('2', 'C', 'Digit2'))).toEqual(['tab']);
    expect(idsOf(press('²', 'CA', 'Digit2'))).toEqual(['session']);
    expect(idsOf({ ...press('²', 'CA', 'Digit2'), getModifierState: () => true })).toEqual([]);
  });

  it('gives no press two meanings in one place', () => {
    const seen = Object.values(keyMap).map(({ keys, where }) => `${where} ${keys}`);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('leaves to a field what writes', () => {
    expect(isTyped(press('?', 'S'))).toBe(true);
    expect(isTyped(press('F5'))).toBe(false);
    expect(isTyped(press('k', 'C'))).toBe(false);
  });
});
