import { afterEach, expect, it } from 'vitest';
import { sampleSession } from '../fixtures/session.fixture.ts';
import { frontSession, rememberFront } from './front-session.ts';

afterEach(() => {
  sessionStorage.clear();
});

const locked = { kind: 'locked', message: 'Locked.' } as const;
const [one, two, three] = ['one', 'two', 'three'].map((sessionId) => sampleSession({ sessionId }));

it('is the last one opened, else the one that was in front', () => {
  const all = [one, two, three].flatMap((session) => session ?? []);
  expect(frontSession(all)).toBe('three');
  rememberFront('two');
  expect(frontSession(all)).toBe('two');
  rememberFront('closed meanwhile');
  expect(frontSession(all)).toBe('three');
  expect(frontSession([])).toBeUndefined();
});

it('is one that has been unlocked, if there is one', () => {
  const closed = sampleSession({ sessionId: 'locked', trouble: locked });
  rememberFront('locked');
  expect(frontSession([sampleSession(), closed])).toBe('one');
  expect(frontSession([closed, sampleSession({ sessionId: 'other', trouble: locked })])).toBe('locked');
});
