import { expect, it } from 'vitest';
import {
  isEdited,
  isNewPolicyKey,
  isPolicyPlace,
  newPolicyKey,
  policiesPlace,
  policyDraftText,
  policyNameOnServer,
  readPolicyDraft,
} from './policy-draft.ts';

it('reads back what it wrote, and nothing else', () => {
  for (const before of [null, '', 'path "a" {}\n'])
    expect(readPolicyDraft(policyDraftText({ name: ' New ', before, text: 'é\n"' }))).toEqual({
      name: ' New ',
      before,
      text: 'é\n"',
    });
  for (const other of ['', 'null', '[]', '{}', '{"strongroomDraft":1}', '{"strongroomPolicy":1,"name":1}'])
    expect(readPolicyDraft(other)).toBeUndefined();
  expect(readPolicyDraft('{"strongroomPolicy":1,"name":"a","text":"b"}')).toBeUndefined();
});

it('knows new policies by keys that no policy is called by', () => {
  const taken = new Set(['app']);
  for (const key of ['', ' 2', ' 3']) {
    expect(newPolicyKey((one) => taken.has(one))).toBe(key);
    expect([isNewPolicyKey(key), policyNameOnServer(key) === key && key !== '']).toEqual([true, false]);
    taken.add(key);
  }
  expect(isNewPolicyKey('app')).toBe(false);
});

it('has something to lose once a text or a name was typed', () => {
  expect(isEdited({ name: 'a', before: 'x', text: 'x' })).toBe(false);
  expect(isEdited({ name: 'a', before: 'x', text: '' })).toBe(true);
  expect(isEdited({ name: '', before: null, text: '' })).toBe(false);
  expect(isEdited({ name: 'a', before: null, text: '' })).toBe(true);
});

it('lies where no engine can be mounted', () => {
  expect(isPolicyPlace({ mount: policiesPlace })).toBe(true);
  expect(policiesPlace.path.startsWith('sys/')).toBe(true);
});
