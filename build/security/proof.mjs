/**
 * @typedef {object} Proof One or several tests that prove a promise.
 * @property {string} file From the root, e.g. `e2e/security.e2e.ts`.
 * @property {string} tag The tag in the titles of these tests, `no-node` or `attack-2a`.
 * @property {string} proves The proved statement, in a sentence.
 * @property {import('./parts.mjs').Part} [part] Part of `npm run prove` that runs it, if no other run does.
 */

/**
 * @typedef {object} SecurityPromise
 * @property {string} from Its source: `README 4`, `design 2`, `nothing leaks`.
 * @property {string} promise
 * @property {readonly Proof[]} proofs
 */

/**
 * @param {string} file
 * @param {string} tag
 * @param {string} proves
 * @returns {Proof}
 */
export function proof(file, tag, proves) {
  return { file, tag, proves };
}

const calls = 'electron/ipc/calls';

/** Tests of the IPC calls. @param {string} name @param {string} tag @param {string} proves */
export function ofCalls(name, tag, proves) {
  return proof(`${calls}/${name}.integration.test.ts`, tag, proves);
}

/** Tests of the real app. @param {string} name @param {string} tag @param {string} proves */
export function ofApp(name, tag, proves) {
  return proof(`e2e/${name}.e2e.ts`, tag, proves);
}

/** Tests of the packaged app. @param {string} name @param {string} tag @param {string} proves */
export function ofRelease(name, tag, proves) {
  return proof(`e2e/release/${name}.release.ts`, tag, proves);
}

/** Tests of updates. @param {string} name @param {string} tag @param {string} proves */
export function ofUpdates(name, tag, proves) {
  return proof(`electron/core/updates/${name}.integration.test.ts`, tag, proves);
}

/** Tests of programs that ask for secrets. @param {string} name @param {string} tag @param {string} proves */
export function ofPrograms(name, tag, proves) {
  return proof(`electron/work/programs/${name}.integration.test.ts`, tag, proves);
}

/**
 * Marks tests outside of `npm test`: they count as proof only after `npm run prove` has run them.
 * @param {import('./parts.mjs').Part} part
 * @param {Proof} of
 * @returns {Proof}
 */
export function byProve(part, of) {
  return { ...of, part };
}
