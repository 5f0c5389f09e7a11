/** Composition and entropy of generated passwords. Main generates the password itself. */

/** Characters of a password. The symbols need no escaping in quoted shell, URL or JSON text. */
export const characterSets = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  symbols: '!#%*+,-./:=?@^_~',
} as const;

export type CharacterSet = keyof typeof characterSets;

/** Recipe of a password: each set at least once, or words joined by hyphens. */
export type PasswordRecipe =
  | { readonly kind: 'characters'; readonly length: number; readonly sets: readonly CharacterSet[] }
  | { readonly kind: 'words'; readonly count: number };

/** Limits for characters of a password and words of a passphrase. */
export const passwordLengths = {
  characters: { least: 8, most: 256 },
  words: { least: 3, most: 24 },
} as const;

/** Number of words to draw a passphrase from. */
export const passwordWordCount = 2048;

/** Entropy in bits: every password of the recipe is equally likely, so this is the logarithm of their number. */
export function passwordBits(recipe: PasswordRecipe): number {
  if (recipe.kind === 'words') return recipe.count * Math.log2(passwordWordCount);
  const sizes = setsOf(recipe.sets).map((set) => characterSets[set].length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all === 0) return 0;
  // Passwords that lack a set are never generated: inclusion–exclusion gives the share that has all sets.
  let share = 0;
  for (let lacking = 0; lacking < 2 ** sizes.length; lacking++) {
    const lacked = sizes.filter((_, at) => (lacking >> at) % 2 === 1);
    const left = lacked.reduce((rest, size) => rest - size, all);
    share += (lacked.length % 2 === 0 ? 1 : -1) * (left / all) ** recipe.length;
  }
  return recipe.length * Math.log2(all) + Math.log2(share);
}

/** Each set once, in the order of `characterSets`. */
export function setsOf(sets: readonly CharacterSet[]): readonly CharacterSet[] {
  return (Object.keys(characterSets) as CharacterSet[]).filter((set) => sets.includes(set));
}
