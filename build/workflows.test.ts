/** Content of the workflows, parsed as by GitHub: they cannot run before they are published. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { whyNoRelease } from './packaging/release-conditions.mjs';
import { windowsSigningVariables } from './packaging/windows-signing.mjs';
import { root } from './setup/places.mjs';

interface Step {
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly 'runs-on'?: string;
  readonly 'timeout-minutes'?: number;
  readonly uses?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
  readonly steps?: readonly Step[];
}
interface Workflow {
  readonly on: object;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(root, '.github', 'workflows');
const files = readdirSync(folder);
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
const read = (name: string): Workflow => parse(text(name)) as Workflow;
const ci = read('ci.yml');
const release = read('release.yml');
const jobs = files.flatMap((file) =>
  Object.entries(read(file).jobs).map(([name, job]) => ({
    name: `${file} ${name}`,
    job,
    steps: job.steps ?? [],
  })),
);
const commandsOf = ({ steps = [] }: Job): string => steps.map(({ run = '' }) => run).join('\n');

describe('every workflow', () => {
  it('takes actions by their whole commit, and says which version that is', () => {
    const used = files.flatMap((file) => text(file).match(/uses: .*/g) ?? []);
    expect(used.length).toBeGreaterThan(10);
    for (const line of used)
      expect(line).toMatch(
        /^uses: (?:\.\/\.github\/workflows\/ci\.yml|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/,
      );
    // One version per action, so that outdated ones are seen at a glance.
    const commits = new Map<string, Set<string>>();
    for (const line of used) {
      const [, action, commit] = /^uses: (\S+)@(.*)$/.exec(line) ?? [];
      if (action === undefined || commit === undefined) continue;
      commits.set(action, (commits.get(action) ?? new Set<string>()).add(commit));
    }
    for (const [action, versions] of commits) expect.soft([...versions], action).toHaveLength(1);
  });

  it('may read the code alone, but for the job that drafts a release', () => {
    for (const file of files) expect(read(file).permissions, file).toEqual({ contents: 'read' });
    const more = jobs.filter(({ job }) => job.permissions !== undefined);
    expect(more.map(({ name, job }) => [name, job.permissions])).toEqual([
      ['release.yml draft', { contents: 'write', 'id-token': 'write', attestations: 'write' }],
    ]);
    // No npm dependency runs with such rights.
    expect(commandsOf(release.jobs['draft'] ?? {})).not.toMatch(/\bnpm\b|\bnpx\b/);
    const checkouts = jobs.flatMap(({ steps }) =>
      steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')),
    );
    for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
  });

  it('runs on systems of one version, and not for ever', () => {
    for (const { name, job } of jobs.filter(({ job: { uses } }) => uses === undefined)) {
      const systems = job.strategy?.matrix.os ?? [job['runs-on']];
      for (const system of systems)
        expect.soft(system, name).toMatch(/^(?:ubuntu-24\.04|windows-2025|macos-15)$/);
      expect.soft(job['timeout-minutes'], name).toBeGreaterThan(0);
    }
  });

  it('gives secrets to single steps of jobs that a person lets through', () => {
    for (const { name, job, steps } of jobs) {
      expect.soft(job.env, name).toBeUndefined();
      if (!JSON.stringify(steps).includes('secrets.')) continue;
      expect.soft(job.environment, name).toBe('release');
      // In a command, the expression's value would be executed.
      for (const { run = '' } of steps) expect.soft(run, name).not.toMatch(/\$\{\{/);
    }
  });

  it('keeps what it keeps where the action for it finds it: it takes no path with `..`', () => {
    const cacheSteps = jobs.flatMap(({ steps }) =>
      steps.filter(({ uses }) => uses?.startsWith('actions/cache@')),
    );
    expect(new Set(cacheSteps.map((step) => step.with?.['path']))).toEqual(new Set(['~/.cache/strongroom']));
  });

  it('lets Chromium have its sandbox before an app is started', () => {
    for (const { name, job } of jobs) {
      const commands = commandsOf(job);
      if (job['runs-on'] !== 'ubuntu-24.04' || !/npm run package|\.ci\/run/.test(commands)) continue;
      expect
        .soft(commands, name)
        .toMatch(/apparmor_restrict_unprivileged_userns=0[^]*(?:npm run package|\.ci\/run)/);
    }
  });
});

describe('the app that is packaged', () => {
  const stepsOf = (name: string): readonly Step[] => ci.jobs[name]?.steps ?? [];

  it('is installed on Ubuntu as people install it, and attacked with the restriction of user namespaces on', () => {
    const commands = commandsOf(ci.jobs['installed'] ?? {});
    expect(commands).toMatch(
      /userns=0\nnpm run package -- --formats=deb\nsudo sysctl -w kernel\.apparmor_restrict_unprivileged_userns=1\n[^]*apt-get install [^]*npm run test:release -- --installed=\/opt\/Strongroom\/strongroom\n[^]*= 1\n[^]*apt-get remove/,
    );
    expect(commandsOf(ci.jobs['test'] ?? {})).toMatch(/npm run package -- --twice[^]*npm run test:release$/);
  });

  it.each([
    ['Windows', /-setup\.exe[^]*'\/S'[^]*npm run test:release -- "--installed=/],
    ['macOS', /hdiutil attach[^]*codesign --verify[^]*npm run test:release -- --installed=/],
  ])('is installed on %s and does the main job there', (system, commands) => {
    const steps = stepsOf('other-systems');
    const at = steps.findIndex((step) => step.if === `runner.os == '${system}'`);
    expect(steps[at]?.run).toMatch(commands);
    expect(steps.slice(0, at).some(({ run }) => run === 'npm run package')).toBe(true);
  });
});

describe('the gate', () => {
  const commands = commandsOf(ci.jobs['test'] ?? {});

  it('is the whole test, on the official Electron that package.json pins', () => {
    expect(Object.keys(ci.on)).toEqual(['push', 'pull_request', 'workflow_call']);
    expect(commands).toMatch(
      /node node_modules\/electron\/install\.js[^]*electron\/dist\/version[^]*\n\.ci\/run\n/,
    );
    expect(readFileSync(join(root, '.ci', 'run'), 'utf8')).toMatch(/^exec npm test$/m);
    expect(commands).toContain('npm run package -- --twice');
  });

  it('stands before everything that is released, which is of three systems', () => {
    const { gate, prove, draft, ...built } = release.jobs;
    expect(gate?.uses).toBe('./.github/workflows/ci.yml');
    expect(prove?.needs).toBe('gate');
    expect(commandsOf(prove ?? {})).toMatch(/^npm run prove$/m);
    expect(draft?.needs).toEqual(Object.keys(built));
    expect(Object.values(built).map((job) => job['runs-on'])).toEqual([
      'ubuntu-24.04',
      'windows-2025',
      'macos-15',
    ]);
    for (const [name, job] of Object.entries(built)) {
      expect(job.needs, name).toBe('prove');
      expect(commandsOf(job), name).toContain('npm run package -- --release');
    }
  });
});

describe('a release', () => {
  it.each([
    ['linux', 'linux'],
    ['windows', 'win32'],
    ['macos', 'darwin'],
  ])('is given on %s all that it is refused without', (name, platform) => {
    const step = release.jobs[name]?.steps?.find(({ run }) => run === 'npm run package -- --release');
    const identity = { version: '', commit: '', tag: '', epoch: 0 };
    const electron = { test: false, version: '', from: '' };
    const facts = { electron, pinned: '', identity, changed: false, platform, environment: {} };
    const wanted = whyNoRelease(facts).flatMap((why) => /^(\w+) is not set/.exec(why)?.[1] ?? []);
    expect(wanted.length).toBeGreaterThan(3);
    // Not every feed redirects, and Windows has two alternatives for signing.
    const more = ['STRONGROOM_UPDATE_HOSTS', ...(platform === 'win32' ? windowsSigningVariables : [])];
    expect(Object.keys(step?.env ?? {}).sort()).toEqual([...new Set([...wanted, ...more])].sort());
  });

  it('says of each file where it was built, before anybody can download it', () => {
    const steps = release.jobs['draft']?.steps ?? [];
    const [sums, attested, draft] = [
      steps.findIndex(({ run }) => run?.includes('--detach-sign SHA256SUMS') === true),
      steps.findIndex(({ uses }) => uses?.startsWith('actions/attest-build-provenance@') === true),
      steps.findIndex(({ run }) => run?.includes('gh release create') === true),
    ];
    expect(steps[attested]?.with).toEqual({ 'subject-path': 'files/*' });
    expect(sums).toBeLessThan(attested);
    expect(attested).toBeLessThan(draft);
  });

  it('comes with what updates read, signed, and with signed sums of everything', () => {
    const commands = commandsOf(release.jobs['draft'] ?? {});
    expect(commands).toMatch(
      /sha256sum --check[^]*\nnode build\/feed\.mjs files\n[^]*node build\/manifests\.mjs files manifests\n[^]*sha256sum -- \* > SHA256SUMS[^]*--detach-sign SHA256SUMS[^]*gh release create[^]* --draft --verify-tag .*files\/\*/,
    );
    // The version needs the tag.
    expect(release.jobs['draft']?.steps?.[0]?.with).toMatchObject({ 'fetch-depth': 0 });
  });
});
