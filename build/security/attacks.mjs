/**
 * Attacks that a review ran against the app. A test with the tag `@attack-ID` repeats each one, so that they can
 * be counted. A full run fails if one of them did not run.
 */

/**
 * @typedef {object} Attack
 * @property {string} id
 * @property {string} does The attack, in a sentence.
 * @property {string} [refuted] Reason why it never worked; such an attack needs no test.
 */

/** @type {readonly Attack[]} */
export const attacks = [
  { id: '1', does: 'On another layout than the Latin one, Ctrl+V pastes a copied credential into the page.' },
  { id: '2a', does: 'A change of an identity goes to another object than the prompt names.' },
  { id: '2b', does: 'Members and metadata of a group are emptied without a word.' },
  { id: '2c', does: 'A disabled entity comes to life without a word.' },
  { id: '2d', does: '“Create” replaces an object that is there.' },
  { id: '2e', does: 'Logging or a limit is switched off without a word.' },
  { id: '3', does: 'The page puts another token under an open session.' },
  { id: '4', does: 'A long value is folded in a prompt, and counts as read.' },
  { id: '5', does: 'The page renames a connection: production is dressed as development.' },
  { id: '5b', does: 'A second connection to the same place dresses its prompts.' },
  { id: '6a', does: 'A key share goes to a node whose certificate nobody has seen.' },
  { id: '6b', does: 'A token follows a redirect to a node whose certificate nobody has seen.' },
  { id: '7', does: 'A credential that stands in an entry is copied as an ordinary value, and pasted.' },
  { id: '8a', does: 'One click has the server sign an SSH key that the page brought.' },
  {
    id: '8b',
    does: 'Other letters than `id` name the token that is created.',
    refuted: 'Vault 1.21.2 ignores `ID` and `Id`, and an escaped `id` is asked about.',
  },
  { id: '8c', does: 'One click has the server sign a certificate for a key that the page brought.' },
  { id: '9', does: 'Seventy large calls at once end main, and all that it holds.' },
  { id: '9b', does: 'Calls stand in the worker’s queue without an end.' },
  { id: '10a', does: 'A result that exists once is revealed to nobody, and dismissed.' },
  { id: '10b', does: 'A created token is adopted, and then dropped.' },
  { id: '10c', does: 'A credential counts as seen while nobody has looked.' },
  { id: '10d', does: 'A draft is written over by an empty one.' },
  { id: '10e', does: 'A save of something else marks a newer draft as saved.' },
  { id: '11a', does: 'The page forgets the kept token.' },
  { id: '11b', does: 'The page switches notices and renewal off.' },
  { id: '12', does: 'A `.env` copy carries bytes that a terminal obeys.' },
  { id: '13', does: 'A large copy that ends late makes the paste guard forget a credential.' },
  { id: '14', does: 'Settings that protect are loosened at a locked desk.' },
  { id: '15', does: 'The page prints, or puts text of its own on the clipboard.' },
  { id: 'N1', does: 'The namespace `/` takes a question away.' },
  { id: 'N2', does: 'A GET mints an authorization code that crosses as a plain value.' },
  {
    id: 'N3',
    does: 'The seed of a second factor crosses in an address.',
    refuted: 'Both fields that hold it, `barcode` and `url`, are hidden.',
  },
  { id: 'N4', does: 'The page closes a session: its token, typed once, is forgotten unrevoked.' },
  { id: 'N5', does: 'Another token under a session moves the lock to another person.' },
  { id: 'N6', does: 'The page’s own dialogs read a file that a person picks for main.' },
  { id: 'N8', does: 'The page fills up drafts and connections, so that nothing of the person’s is kept.' },
];

/**
 * The tag of the tests that run an attack: `attack-2a`.
 * @param {string} id
 */
export function tagOfAttack(id) {
  return `attack-${id.toLowerCase()}`;
}
