/**
 * @typedef {object} Proof One test that holds a promise.
 * @property {string} file From the root, e.g. `e2e/security.e2e.ts`.
 * @property {string} title What stands in its title; where it comes in several forms, what they share.
 * @property {string} proves What it proves, in a sentence.
 */

/**
 * @typedef {object} SecurityPromise
 * @property {string} from Where it is given: `README 4`, `design 2`, `nothing leaks`.
 * @property {string} promise
 * @property {readonly Proof[]} proofs
 */

/**
 * @param {string} file
 * @param {string} title
 * @param {string} proves
 * @returns {Proof}
 */
export function proof(file, title, proves) {
  return { file, title, proves };
}

const calls = 'electron/ipc/calls';

/** A test of the calls. @param {string} name @param {string} title @param {string} proves */
export function ofCalls(name, title, proves) {
  return proof(`${calls}/${name}.integration.test.ts`, title, proves);
}

/** A test of the real app. @param {string} name @param {string} title @param {string} proves */
export function ofApp(name, title, proves) {
  return proof(`e2e/${name}.e2e.ts`, title, proves);
}

/** A test of the packaged app. @param {string} name @param {string} title @param {string} proves */
export function ofRelease(name, title, proves) {
  return proof(`e2e/release/${name}.release.ts`, title, proves);
}

/** A test of updates. @param {string} name @param {string} title @param {string} proves */
export function ofUpdates(name, title, proves) {
  return proof(`electron/core/updates/${name}.integration.test.ts`, title, proves);
}
