import { expect, test } from 'vitest';
import { dueDates, remindersIn, urgencyOf, usualReminderNames } from './reminders.ts';

const written = '2026-01-01T10:00:00.123456789Z';
const at = (kind: 'expires' | 'rotateAfter', text: string): string | undefined => {
  const [due] = dueDates({ [kind]: text }, written);
  return due?.atMs === undefined ? undefined : new Date(due.atMs).toISOString();
};

test('understands dates, date-times with an offset, and durations after the current version', () => {
  expect(at('expires', '2027-02-28')).toBe('2027-02-28T00:00:00.000Z');
  expect(at('expires', '2027-02-28T12:30:00+02:00')).toBe('2027-02-28T10:30:00.000Z');
  expect(at('expires', '2027-02-28t12:30:00.5z')).toBe('2027-02-28T12:30:00.500Z');
  expect(at('rotateAfter', '2027-02-28')).toBe('2027-02-28T00:00:00.000Z');
  expect(at('rotateAfter', '90d')).toBe('2026-04-01T10:00:00.123Z');
  expect(at('rotateAfter', '2w')).toBe('2026-01-15T10:00:00.123Z');
  expect(at('rotateAfter', '1h30m')).toBe('2026-01-01T11:30:00.123Z');
});

test('says of other texts that they are not understood', () => {
  for (const text of ['2027-02-30', '2027-13-01', '28.2.2027', 'soon', '', '2027-02-28T12:30:00', '90d'])
    expect([text, at('expires', text)]).toEqual([text, undefined]);
  for (const text of ['90', '-90d', '-1h', '90 days', '99999999999999999d'])
    expect([text, at('rotateAfter', text)]).toEqual([text, undefined]);
  expect(dueDates({ rotateAfter: '90d' }, '')[0]?.atMs).toBeUndefined();
});

test('puts the earliest first and unreadable ones last', () => {
  const kinds = (reminders: Parameters<typeof dueDates>[0]): readonly string[] =>
    dueDates(reminders, written).map(({ kind }) => kind);
  expect(kinds({ expires: '2027-01-01', rotateAfter: '90d' })).toEqual(['rotate', 'expires']);
  expect(kinds({ expires: '2027-01-01', rotateAfter: 'often' })).toEqual(['expires', 'rotate']);
  expect(kinds({ owner: 'me' })).toEqual([]);
  expect(kinds(undefined)).toEqual([]);
});

test('tells overdue, soon and later', () => {
  const urgency = (text: string): string =>
    urgencyOf(
      { kind: 'expires', atMs: dueDates({ expires: text }, '')[0]?.atMs, text },
      Date.parse('2027-01-01'),
    );
  expect(['2026-12-31', '2027-01-01', '2027-01-15', '2027-01-16', 'x'].map(urgency)).toEqual([
    ...['overdue', 'overdue', 'soon', 'later', 'unreadable'],
  ]);
});

test('finds its fields under the names of the settings, trimmed, and nothing else', () => {
  const metadata = { owner: ' me ', expires: '', 'rotate-by': '90d', toString: 'x', team: 'a' };
  expect(remindersIn(metadata, { ...usualReminderNames, rotateAfter: 'rotate-by' })).toEqual({
    owner: 'me',
    rotateAfter: '90d',
  });
  expect(remindersIn({ team: 'a' }, usualReminderNames)).toBeUndefined();
  expect(remindersIn({}, { ...usualReminderNames, owner: 'constructor' })).toBeUndefined();
});
