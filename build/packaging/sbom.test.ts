import { expect, it } from 'vitest';
import { billOfMaterials } from './sbom.mjs';
import { validateBillOfMaterials } from './validate-sbom.mjs';

const shipped = {
  identity: { version: '1.2.3', commit: 'c'.repeat(40), tag: '', epoch: 1_700_000_000 },
  electron: '45.4.1',
  forTesting: false,
  runtime: { chrome: '148.0.1.2', node: '24.15.0', v8: '14.8-electron.0' },
  notices: [
    { name: 'Strongroom', version: '1.2.3', licence: 'MPL-2.0', text: '' },
    { name: 'Go standard library', version: '', licence: 'BSD-3-Clause', text: '' },
    { name: '@lezer/lr', version: '1.4.12', licence: 'MIT', text: '' },
    { name: 'node-forge', version: '1.4.3', licence: '(BSD-3-Clause OR GPL-2.0)', text: '' },
    { name: 'openpgp', version: '6.3.2', licence: 'LGPL-3.0+', text: '' },
  ],
  go: 'go1.26.8',
  integrity: { '@lezer/lr@1.4.12': `sha512-${Buffer.alloc(64, 1).toString('base64')}` },
};

it('is valid CycloneDX 1.6', async () => {
  await expect(validateBillOfMaterials(JSON.stringify(billOfMaterials(shipped)))).resolves.toBeUndefined();
});

it('is refused where it is not', async () => {
  const wrong = { ...billOfMaterials(shipped), components: [{ type: 'nonsense', name: 'x' }] };
  await expect(validateBillOfMaterials(JSON.stringify(wrong))).rejects.toThrow('is not CycloneDX 1.6');
});

it('names what was bundled, Electron and what Electron holds', () => {
  const { components } = billOfMaterials(shipped);
  const all = components.map(({ purl, licenses }) => [purl, JSON.stringify(licenses)]);
  expect(all).toEqual([
    ['pkg:npm/electron@45.4.1', '[{"license":{"id":"MIT"}}]'],
    ['pkg:generic/chromium@148.0.1.2', '[{"license":{"id":"BSD-3-Clause"}}]'],
    ['pkg:generic/node.js@24.15.0', '[{"license":{"id":"MIT"}}]'],
    ['pkg:generic/v8@14.8-electron.0', '[{"license":{"id":"BSD-3-Clause"}}]'],
    ['pkg:golang/stdlib@1.26.8', '[{"license":{"id":"BSD-3-Clause"}}]'],
    ['pkg:npm/%40lezer/lr@1.4.12', '[{"license":{"id":"MIT"}}]'],
    ['pkg:npm/node-forge@1.4.3', '[{"expression":"BSD-3-Clause OR GPL-2.0"}]'],
    ['pkg:npm/openpgp@6.3.2', '[{"license":{"id":"LGPL-3.0-or-later"}}]'],
  ]);
});

it('is the same for the same, and another for another', () => {
  const { serialNumber } = billOfMaterials(shipped);
  expect(billOfMaterials(shipped).serialNumber).toBe(serialNumber);
  expect(billOfMaterials({ ...shipped, electron: '45.4.2' }).serialNumber).not.toBe(serialNumber);
});
