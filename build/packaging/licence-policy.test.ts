import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../setup/places.mjs';
import { noticesOf, packageFolder } from './bundled-packages.mjs';
import { refusedLicence } from './licence-policy.mjs';

/** Packages with an effective install script. Scripts never run (`ignore-scripts`); new ones must be reviewed. */
const withInstallScripts = ['electron-winstaller'];

/** Additional licences allowed for tools and tests, which stay on developers' machines. */
const toolLicences = ['CC-BY-4.0', 'Python-2.0', 'WTFPL'];

interface Locked {
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const dependencies = Object.entries(lock.packages).flatMap(([path, locked]) =>
  path === '' ? [] : [{ name: path.replace(/^.*node_modules\//, ''), ...locked }],
);

describe('a dependency', () => {
  it('has no install script that is not on the list @install-scripts', () => {
    const found = dependencies.flatMap(({ name, hasInstallScript }) =>
      hasInstallScript === true ? [name] : [],
    );
    expect([...new Set(found)].sort()).toEqual(withInstallScripts);
  });

  it('is under a licence that is on a list @licences', () => {
    expect(dependencies.length).toBeGreaterThan(300);
    const refused = dependencies.flatMap(({ name, license }) => {
      if (license?.split(' OR ').some((each) => toolLicences.includes(each)) === true) return [];
      return refusedLicence(name, license) ?? [];
    });
    expect(refused).toEqual([]);
  });
});

it('a change of dependencies is reviewed by the workflow, and all are audited @reviewed-changes', () => {
  const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
  expect(workflow).toMatch(/uses: actions\/dependency-review-action@/);
  expect(workflow).toMatch(/npm audit --package-lock-only/);
});

describe('what ships', () => {
  it.each([
    ['MIT', undefined],
    ['(BSD-3-Clause OR GPL-2.0)', undefined],
    ['(MIT AND Apache-2.0)', undefined],
    ['GPL-3.0-only', 'x is under GPL-3.0-only'],
    ['MIT AND GPL-3.0-only', 'x is under MIT AND GPL-3.0-only'],
    ['SEE LICENSE IN LICENSE', 'x is under SEE LICENSE'],
    ['', 'x names no licence'],
    [undefined, 'x names no licence'],
  ])('under %s', (licence, says) => {
    if (says === undefined) expect(refusedLicence('x', licence)).toBeUndefined();
    else expect(refusedLicence('x', licence)).toContain(says);
  });

  it('may be under the LGPL for openpgp alone, whose notice says how to replace it', () => {
    expect(refusedLicence('x', 'LGPL-3.0+')).toContain('not on the list');
    expect(refusedLicence('openpgp', 'GPL-3.0')).toContain('is now under');
    const [openpgp] = noticesOf(['node_modules/openpgp'], root);
    expect(openpgp?.note).toContain('You may replace it');
    expect(openpgp?.text).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
    expect(openpgp?.text).toContain('TERMS AND CONDITIONS');
  });

  it('has the text of its licence', () => {
    const [react, zod] = noticesOf(['node_modules/zod', 'node_modules/react'], root);
    expect(react?.text).toContain('Permission is hereby granted');
    expect(zod?.name).toBe('zod');
    // MIT-licensed, without a licence file.
    expect(noticesOf(['node_modules/lazy-val'], root)[0]?.text).toMatch(
      /^Copyright \(c\) Vladimir Krivosheev\s+Permission is hereby granted/,
    );
  });

  it.each([
    ['/r/node_modules/@lezer/lr/dist/index.js', '/r/node_modules/@lezer/lr'],
    ['\0/r/node_modules/yaml/dist/index.js?commonjs-module', '/r/node_modules/yaml'],
    ['/r/node_modules/a/node_modules/b/index.js', '/r/node_modules/a/node_modules/b'],
    ['../node_modules/@fontsource-variable/inter/files/a.woff2', 'node_modules/@fontsource-variable/inter'],
    ['\0vite/preload-helper.js', 'node_modules/vite'],
    ['/r/electron/main.ts', undefined],
  ])('is found in %s', (id, folder) => {
    expect(packageFolder(id)).toBe(folder);
  });
});
