/**
 * Look-alike letters: a name with a Cyrillic “а” reads as another one. Ordinary text in other alphabets is not
 * flagged: a letter counts if its word mixes alphabets, if every letter of the word has a Latin twin, or if it serves
 * only to imitate another.
 */

/** Letters of other alphabets that look like Latin ones. */
const twins = new Set(
  'аеорсухіјѕһԁԛԝӏАВЕКМНОРСТХУІЈЅԚԜ' + // Cyrillic
    'ονυρικαΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲϳ' + // Greek
    'օոսցհզԼՕՍ' + // Armenian
    'ᎪᏴᏟᎠᎬᎨᎻᎫᎦᏞᎷᏢᏒᏚᎢᏙᎳᏃ', // Cherokee
);

/** Full-width, mathematical and Roman forms, letters without a dot, and signs that pose as a slash, a dot or a hyphen. */
const posing =
  /[ıȷɑɡɩǀɪʟℊ-ℓℹ\u2044\u2215\u29f8\uff0f\u2024\uff0e\u2010-\u2012\u02d7\uff1a\u2236\ua789\u2160-\u217f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u;

const word = /[\p{L}\p{M}]+/gu;
const otherAlphabet =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;
const latin = /\p{Script=Latin}/u;

/** Positions of look-alike letters: indexes of their first UTF-16 code units, in order. */
export function lookAlikes(text: string): readonly number[] {
  // Most texts are ASCII.
  if (!/[^ -~]/.test(text)) return [];
  const found = new Set<number>();
  eachCharacter(text, 0, (character, at) => {
    if (posing.test(character)) found.add(at);
  });
  for (const { 0: letters, index } of text.matchAll(word)) {
    if (!otherAlphabet.test(letters)) continue;
    const mixed = latin.test(letters);
    if (!mixed && ![...letters].every((letter) => twins.has(letter))) continue;
    eachCharacter(letters, index, (letter, at) => {
      if (otherAlphabet.test(letter)) found.add(at);
    });
  }
  return [...found].sort((a, b) => a - b);
}

function eachCharacter(text: string, from: number, look: (character: string, at: number) => void): void {
  let at = from;
  for (const character of text) {
    look(character, at);
    at += character.length;
  }
}
