/**
 * Tests by feature and server. Tests run on Vault; those of `both` run a second time on OpenBao, and some start their
 * own server. README's table is generated from this list.
 */
import { playwrightRun } from './playwright-run.mjs';
import { vitestRun } from './vitest-run.mjs';

/**
 * @typedef {object} Feature
 * @property {string} feature
 * @property {readonly string[]} [both] Tests that run on either server.
 * @property {readonly string[] | string} [vault] Tests on Vault only, or the reason for their absence.
 * @property {readonly string[] | string} [openbao] Tests that start an OpenBao themselves, or the reason for their
 *   absence.
 */

/** @type {readonly Feature[]} */
export const features = [
  { feature: 'Connect: plain, TLS, client certificate', both: ['connect.e2e', 'tls.e2e'] },
  { feature: 'Log in', both: ['login.integration'], vault: ['login.e2e', 'login-forms.e2e'] },
  { feature: 'Browse and list', both: ['browse.e2e'] },
  { feature: 'Folders as tables', both: ['folder.e2e', 'folder.integration'] },
  {
    feature: 'Search',
    both: ['search.e2e', 'search.integration'],
    openbao: ['search-namespaces.integration'],
  },
  { feature: 'Read, reveal and copy', both: ['entry.e2e', 'entries.integration'] },
  { feature: 'Edit, review, save', both: ['edit.e2e'], openbao: ['openbao-limits.e2e'] },
  { feature: 'Versions, delete, undelete, destroy', both: ['entry-actions.e2e'] },
  { feature: 'Export', both: ['export.e2e', 'export.integration'] },
  { feature: 'Import', both: ['import.e2e', 'import.integration'] },
  { feature: 'Plans', both: ['plan.integration', 'plan-files.integration', 'plan-left-out.integration'] },
  {
    feature: 'Faults and hostile names of many entries',
    both: ['faults.integration', 'hostile-plans.integration'],
  },
  { feature: 'Saves and plans at a standby', both: ['own-writes.integration'] },
  { feature: 'Wrapping and unwrapping by hand', both: ['wrapping.e2e', 'wrapping.integration'] },
  { feature: 'Tokens', both: ['tokens.e2e', 'token-limits.e2e'] },
  {
    feature: 'Policies and their tester',
    both: ['policies.e2e', 'policies.integration', 'policy-tester.e2e'],
  },
  {
    feature: 'Secrets for programs, and coding agents',
    both: [
      'programs-screen.e2e',
      'programs.integration',
      'program-leases.integration',
      'hostile-programs.integration',
      'agents.integration',
    ],
  },
  { feature: 'Cluster of three raft nodes', both: ['cluster.e2e', 'cluster.integration'] },
  {
    feature: 'Key ceremonies',
    both: ['rekey.integration', 'root-generation.integration'],
    vault: ['ceremonies.e2e', 'first-run.integration'],
    openbao: ['ceremonies-cluster.e2e'],
  },
  { feature: 'Seal and system state', both: ['system.e2e', 'system.integration'] },
  {
    feature: 'Audit devices',
    vault: ['administration-servers.e2e'],
    openbao: ['server.integration', 'administration-servers.e2e'],
  },
  {
    feature: 'Namespaces, also nested, with mounts, policies and unseal keys of their own',
    vault: 'Enterprise only; not tested',
    openbao: ['namespaces.integration', 'home.e2e'],
  },
  {
    feature: 'Control groups',
    vault: 'Enterprise only; not tested',
    openbao: ['approval.integration', 'control-group.e2e'],
  },
  {
    feature: 'Endpoints that only OpenBao has (SCAN, pages of lists, `sys/rotate/*`)',
    vault: 'not offered',
    openbao: ['openbao.integration'],
  },
  {
    feature: 'Every operation beside hvac',
    vault: ['conformance.integration'],
    openbao: ['conformance.integration'],
  },
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
 * @param {NodeJS.ProcessEnv} env Includes the display.
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
