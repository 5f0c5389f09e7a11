/**
 * Generated passwords that are not saved yet. Like their drafts they outlive the page and a lock, and end with their
 * session. A page learns the length of a password, never its text.
 */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EntryChange, GeneratedValue, KnownChange } from '../../../shared/vault/entry.ts';
import { passwordBits } from '../../../shared/vault/password.ts';
import type { PasswordRecipe } from '../../../shared/vault/password.ts';
import { makePassword } from './password.ts';

export interface GeneratedValues {
  /** Generates a password and holds it. */
  readonly make: (sessionId: string, recipe: PasswordRecipe) => GeneratedValue;
  /** Fills the passwords into changes. Throws `invalid-input` if one is not held for this session. */
  readonly filledIn: (sessionId: string, changes: readonly EntryChange[]) => readonly KnownChange[];
  readonly closeSession: (sessionId: string) => void;
}

/** Most passwords of a session; the oldest beyond it are forgotten. */
export const MOST_GENERATED = 1000;

/** Makes an empty store. */
export function createGeneratedValues(): GeneratedValues {
  const generated = new Map<string, { readonly sessionId: string; readonly password: string }>();
  return {
    make: (sessionId, recipe) => {
      const password = makePassword(recipe);
      const generatedId = randomUUID();
      generated.set(generatedId, { sessionId, password });
      const theirs = [...generated].filter(([, one]) => one.sessionId === sessionId);
      for (const [id] of theirs.slice(0, -MOST_GENERATED)) generated.delete(id);
      return { generatedId, length: password.length, bits: passwordBits(recipe) };
    },
    filledIn: (sessionId, changes) =>
      changes.map((change): KnownChange => {
        if (change.op !== 'set-generated') return change;
        const one = generated.get(change.generated.generatedId);
        if (one?.sessionId !== sessionId) throw notStored(change.key);
        return { op: 'set', key: change.key, rawJson: JSON.stringify(one.password) };
      }),
    closeSession: (sessionId) => {
      for (const [id, one] of generated) if (one.sessionId === sessionId) generated.delete(id);
    },
  };
}

function notStored(key: string): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: key,
    message: `The password generated for “${key}” is gone. Nothing was saved.`,
    hint: 'Generate another.',
  });
}
