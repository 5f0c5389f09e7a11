/**
 * Which test shows which feature on which server. Tests run on Vault; those of `both` run a second time on OpenBao, and
 * some start the server that they are about by themselves. README's table is made of this.
 */
import { playwrightRun } from './playwright-run.mjs';
import { vitestRun } from './vitest-run.mjs';

/**
 * @typedef {object} Feature
 * @property {string} feature
 * @property {readonly string[]} [both] Tests that run on either server.
 * @property {readonly string[] | string} [vault] Tests on Vault alone, or why there is none.
 * @property {readonly string[] | string} [openbao] Tests that start an OpenBao themselves, or why there is none.
 */

/** @type {readonly Feature[]} */
export const features = [
  { feature: 'Connect: plain, TLS, client certificate', both: ['tls.e2e', 'connect-layout.e2e'] },
  { feature: 'Browse and list', both: ['browse.e2e'] },
  { feature: 'Read an entry, key by key', both: ['entry.e2e'] },
  { feature: 'Edit, review, save', both: ['edit.e2e'] },
  { feature: 'Versions, delete, undelete, destroy', both: ['entry-actions.e2e'] },
  { feature: 'Wrapping and unwrapping by hand', both: ['wrapping.e2e'] },
  { feature: 'Tokens', both: ['tokens.e2e', 'token-limits.e2e'] },
  { feature: 'Policies, tester', both: ['policies.e2e', 'policy-tester.e2e'] },
  { feature: 'System and seal state', both: ['system.e2e'] },
];

/**
 * README's table, as Markdown.
 * @returns {string}
 */
export function featureTable() {
  const cell = (/** @type {readonly string[]} */ both, /** @type {readonly string[] | string} */ own) =>
    typeof own === 'string' ? own : [...both, ...own].map((name) => `\`${name}\``).join(', ');
  const rows = features.map(({ feature, both = [], vault = [], openbao = [] }) => [
    feature,
    cell(both, vault),
    cell(both, openbao),
  ]);
  return [['Feature', 'Vault 1.21.2', 'OpenBao 2.7.2'], ['---', '---', '---'], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

/** @param {string} kind */
function onBoth(kind) {
  return features.flatMap(({ both = [] }) => both).filter((name) => name.endsWith(`.${kind}`));
}

/**
 * The app in its window, on OpenBao.
 * @param {NodeJS.ProcessEnv} env With the display.
 */
export function openbaoEnd2End(env) {
  const files = onBoth('e2e').map((name) => `e2e/${name}.ts`);
  return playwrightRun('e2e', { env: { ...env, STRONGROOM_SERVER: 'openbao' }, files });
}

/**
 * The client and the core, on OpenBao.
 * @param {string} executable
 * @param {NodeJS.ProcessEnv} env
 */
export function openbaoIntegration(executable, env) {
  const files = onBoth('integration').map((name) => `/${name}.test.ts`);
  return vitestRun(['integration'], { executable, env: { ...env, STRONGROOM_SERVER: 'openbao' } }, files);
}
