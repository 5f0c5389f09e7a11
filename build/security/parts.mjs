/** Parts of `npm run prove`: complete runs of samples in `npm test`, and tests too slow for it. */

/** @typedef {'sequences' | 'conflicts' | 'wrong-types' | 'fuzzed' | 'faults' | 'policies' | 'palette' | 'memory' | 'looks' | 'main-stall' | 'programs' | 'release' | 'openbao'} Part */

/**
 * @typedef {object} PartFacts
 * @property {string} what
 * @property {boolean} [isOptional] Runs only if named; releases do not need it.
 */

/** @type {Readonly<Record<Part, PartFacts>>} */
export const parts = {
  sequences: { what: '2,000 sequences of a page in other hands beside a person at work' },
  conflicts: { what: '500 saves of one entry, typed in the windows of two apps, beside hvac' },
  'wrong-types': { what: 'every kind of wrong value at every place of every answer' },
  fuzzed: { what: 'fuzzed calls, 100,000 of them while a session is open' },
  faults: { what: 'each fault at every request of every action of many entries' },
  policies: { what: '5,000 random pairs of policies and a path, by a seed of their own' },
  palette: { what: 'every button of every state of the tour, looked for in the command palette' },
  memory: { what: 'the memory of main two minutes after a lock, for each kind of credential and value' },
  looks: { what: 'axe on the states of the tour, in both themes and in forced colours', isOptional: true },
  'main-stall': { what: 'the longest stop of main while a hostile server does what it can' },
  programs: { what: '1,000 requests of a program for one secret, and all other attacks of programs' },
  release: { what: 'the packaged app installed, attacked, upgraded and removed' },
  openbao: { what: 'all tests of the window on OpenBao', isOptional: true },
};

/** The parts that a release needs. */
export const wantedParts = Object.entries(parts).flatMap(([name, { isOptional = false }]) =>
  isOptional ? [] : [/** @type {Part} */ (name)],
);
