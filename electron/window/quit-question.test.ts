import { expect, it } from 'vitest';
import { quitQuestion } from './quit-question.ts';

it('asks nothing where nothing is lost', () => {
  expect(quitQuestion({ paths: [], drafts: 0, oneTimeResults: 0 })).toBeUndefined();
});

const edit = (value: string) => ({ name: 'Unsaved edit', value });
const result = (value: string) => ({ name: 'One-time result', value, prose: true });
const more = (value: string) => ({ name: 'And', value, prose: true });

it('counts what is lost and names at most five places', () => {
  const paths = Array.from({ length: 7 }, (_, n) => `kv/entry-${n}`);
  expect(quitQuestion({ paths, drafts: 7, oneTimeResults: 1 })).toMatchObject({
    title: 'Quit and lose 7 unsaved edits and 1 one-time result?',
    facts: [...paths.slice(0, 5).map(edit), more('2 more')],
    destructive: true,
  });
  expect(quitQuestion({ paths: ['kv/a'], drafts: 1, oneTimeResults: 0 })).toMatchObject({
    title: 'Quit and lose 1 unsaved edit?',
    facts: [edit('kv/a'), more('')],
  });
});

it('names the answers that exist once before the places', () => {
  const answers = ['Unwrapped (sys/wrapping/unwrap)', 'New token (auth/token/create)'];
  expect(quitQuestion({ paths: ['kv/a'], drafts: 1, oneTimeResults: 2, answers })).toMatchObject({
    title: 'Quit and lose 1 unsaved edit and 2 one-time results?',
    facts: [...answers.map(result), edit('kv/a'), more('')],
  });
  expect(quitQuestion({ paths: [], drafts: 0, oneTimeResults: 1, answers: answers.slice(1) })).toMatchObject({
    title: 'Quit and lose 1 one-time result?',
    facts: [...answers.slice(1).map(result), more('')],
    body: ['It is kept in memory only and cannot be brought back.'],
    action: 'Quit and lose it',
  });
});

it('names no place while locked', () => {
  expect(quitQuestion({ paths: [], drafts: 2, oneTimeResults: 0 })).toMatchObject({
    title: 'Quit and lose 2 unsaved edits?',
    facts: [more('')],
  });
});
