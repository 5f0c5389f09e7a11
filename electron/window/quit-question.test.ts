import { expect, it } from 'vitest';
import { quitQuestion } from './quit-question.ts';

it('asks nothing where nothing is lost', () => {
  expect(quitQuestion({ paths: [], drafts: 0, oneTimeResults: 0 })).toBeUndefined();
});

it('counts what is lost and names at most five places', () => {
  const paths = Array.from({ length: 7 }, (_, n) => `kv/entry-${n}`);
  expect(quitQuestion({ paths, drafts: 7, oneTimeResults: 1 })).toMatchObject({
    title: 'Quit and lose 7 unsaved edits and 1 one-time result?',
    body: [expect.any(String), ...paths.slice(0, 5), 'and 2 more'],
    destructive: true,
  });
  expect(quitQuestion({ paths: ['kv/a'], drafts: 1, oneTimeResults: 0 })).toMatchObject({
    title: 'Quit and lose 1 unsaved edit?',
    body: [expect.any(String), 'kv/a'],
  });
});

it('names the answers that exist once before the places', () => {
  const answers = ['Unwrapped (sys/wrapping/unwrap)', 'New token (auth/token/create)'];
  expect(quitQuestion({ paths: ['kv/a'], drafts: 1, oneTimeResults: 2, answers })).toMatchObject({
    title: 'Quit and lose 1 unsaved edit and 2 one-time results?',
    body: [expect.any(String), ...answers, 'kv/a'],
  });
  expect(quitQuestion({ paths: [], drafts: 0, oneTimeResults: 1, answers: answers.slice(1) })).toMatchObject({
    title: 'Quit and lose 1 one-time result?',
    body: ['It is kept in memory only and cannot be brought back.', answers[1]],
    action: 'Quit and lose it',
  });
});

it('names no place while locked', () => {
  expect(quitQuestion({ paths: [], drafts: 2, oneTimeResults: 0 })).toMatchObject({
    title: 'Quit and lose 2 unsaved edits?',
    body: [expect.any(String)],
  });
});
