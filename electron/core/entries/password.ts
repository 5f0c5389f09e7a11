/** Generates passwords: all that a recipe allows are equally likely, by the system's random numbers. */
import { randomInt } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { characterSets, setsOf } from '../../../shared/vault/password.ts';
import type { CharacterSet, PasswordRecipe } from '../../../shared/vault/password.ts';
import { passwordWords } from './password-words.ts';

/** Generates a password. Throws `invalid-input` if the recipe allows no characters. */
export function makePassword(recipe: PasswordRecipe): string {
  if (recipe.kind === 'words')
    return Array.from({ length: recipe.count }, () => oneOf(passwordWords)).join('-');
  const sets = setsOf(recipe.sets);
  if (sets.length === 0) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'sets',
      message: 'No characters were chosen for the password.',
      hint: 'Choose letters, digits or symbols.',
    });
  }
  const characters = [...sets.map((set) => characterSets[set]).join('')];
  // Drawn again until it contains each set: the remaining passwords stay equally likely.
  for (;;) {
    const password = Array.from({ length: recipe.length }, () => oneOf(characters)).join('');
    if (sets.every((set) => hasOf(password, set))) return password;
  }
}

function hasOf(password: string, set: CharacterSet): boolean {
  return [...password].some((character) => characterSets[set].includes(character));
}

function oneOf(all: readonly string[]): string {
  return all[randomInt(all.length)] ?? '';
}
