/** Parts of `npm test`: their prerequisites, and their stages in two lanes. */
import { ensureApp } from '../setup/app-bundle.mjs';
import { openbaoEnd2End, openbaoIntegration } from './on-openbao.mjs';
import { playwrightRun } from './playwright-run.mjs';
import { releaseRun } from './release-run.mjs';
import { staticStages } from './static-run.mjs';
import { inPlainNode, vitestRun } from './vitest-run.mjs';

/**
 * @typedef {keyof typeof needsOfPart} Part
 * @typedef {import('./lanes.mjs').Stage & { part: Part }} PartStage
 * @typedef {import('./preparation.mjs').Prepared} Prepared
 * @typedef {import('./preparation.mjs').TestNeed} TestNeed
 */

/** @type {readonly TestNeed[]} */
const servers = ['vault', 'openbao', 'reference', 'logins'];

const needsOfPart = {
  static: [],
  unit: [],
  node: servers,
  integration: [...servers, .../** @type {const} */ (['electron', 'launcher'])],
  e2e: [...servers, .../** @type {const} */ (['electron', 'launcher', 'screen'])],
  release: /** @type {const} */ (['electron', 'launcher', 'screen', 'vault']),
};

/** All parts, in the order of the documentation. */
export const PARTS = /** @type {readonly Part[]} */ (Object.keys(needsOfPart));

/**
 * Prerequisites of some parts.
 * @param {readonly Part[]} parts
 * @returns {Set<TestNeed>}
 */
export function partNeeds(parts) {
  return new Set(parts.flatMap((part) => needsOfPart[part]));
}

/**
 * Stages of some parts. Apps mostly wait for pages, servers and each other; CPU-bound stages fill the gaps in the
 * second lane. The apps alone take longest, so they come first.
 * @param {readonly Part[]} parts
 * @param {Prepared} prepared
 */
export function partLanes(parts, prepared) {
  return [screenStages(prepared), codeStages(prepared)].map((stages) =>
    stages.filter(({ part }) => parts.includes(part)),
  );
}

/**
 * @param {Prepared} prepared
 * @returns {readonly PartStage[]}
 */
function screenStages({ vault, onDisplay }) {
  return [
    {
      part: 'e2e',
      name: 'e2e, OpenBao',
      run: async () => {
        await ensureApp();
        return openbaoEnd2End(onDisplay);
      },
    },
    {
      part: 'e2e',
      name: 'e2e',
      run: async () => {
        await vault;
        await ensureApp();
        return playwrightRun('e2e', { env: onDisplay });
      },
    },
  ];
}

/**
 * @param {Prepared} prepared
 * @returns {readonly PartStage[]}
 */
function codeStages({ vault, electron, env, inNode, inElectron, onDisplay }) {
  return [
    ...Object.entries(staticStages).map(([name, run]) => ({
      part: /** @type {const} */ ('static'),
      name,
      run: () => run(env),
    })),
    { part: 'unit', name: 'unit', run: () => vitestRun(['unit', 'renderer'], { ...inNode, yields: true }) },
    {
      part: 'integration',
      name: 'integration, OpenBao',
      run: () => openbaoIntegration(inElectron.executable, inElectron.env),
    },
    {
      part: 'node',
      name: 'node',
      run: async () => {
        await vault;
        return vitestRun(['integration'], inNode, inPlainNode);
      },
    },
    {
      part: 'integration',
      name: 'integration',
      run: async () => {
        await vault;
        return vitestRun(['integration'], inElectron);
      },
    },
    {
      part: 'release',
      name: 'release',
      run: async () => {
        await vault;
        await ensureApp();
        if (electron === undefined) throw new Error('a release needs an Electron');
        return releaseRun(electron, onDisplay, { asDeb: false });
      },
    },
  ];
}
