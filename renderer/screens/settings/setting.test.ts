import { expect, it } from 'vitest';
import { found, type SettingsSection } from './setting.ts';

const section = (id: string, title: string, ...words: readonly string[]): SettingsSection => ({
  id,
  title,
  settings: words.map((one) => ({ id: one, words: one, show: () => one })),
});
const sections = [
  section('clipboard', 'Clipboard', 'Clear a copied value after 30 seconds'),
  section('lock', 'Lock', 'Lock when unused', 'Content protection screenshots'),
];
const ids = (text: string) =>
  found(sections, text).map(({ id, settings }) => `${id}:${String(settings.length)}`);

it('finds settings by any words of theirs or of their section', () => {
  expect(ids('')).toEqual(['clipboard:1', 'lock:2']);
  expect(ids('  COPIED clip ')).toEqual(['clipboard:1']);
  expect(ids('lock screenshots')).toEqual(['lock:1']);
  expect(ids('nothing like this')).toEqual([]);
});
