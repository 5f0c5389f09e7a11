/** Conditions for a package to be a release. Each sentence says what to do. */
import { whyNoUpdates } from '../setup/update-facts.mjs';
import { packageVersion } from './identity.mjs';
import { windowsSigning } from './windows-signing.mjs';

/** Secrets of a signing machine, by released system; Windows has two alternatives (`windows-signing.mjs`). */
const secrets = /** @type {const} */ ({
  linux: {
    STRONGROOM_SIGNING_KEY: 'the fingerprint of the GnuPG key that signs SHA256SUMS and the rpm',
    STRONGROOM_MAINTAINER: 'who packages answer to, as `Name <address>`',
    STRONGROOM_HOMEPAGE: 'the address of the project',
  },
  darwin: {
    CSC_LINK: 'the Developer ID certificate (a file, or its base64)',
    CSC_KEY_PASSWORD: 'its password',
    APPLE_API_KEY: 'the file of the App Store Connect key that notarises',
    APPLE_API_KEY_ID: 'its ID',
    APPLE_API_ISSUER: 'its issuer',
  },
});

/**
 * Reasons against a release; empty if allowed.
 * @param {object} facts
 * @param {{ test: boolean, version: string, from: string }} facts.electron
 * @param {string} facts.pinned Electron version in package.json.
 * @param {import('./identity.mjs').Identity} facts.identity
 * @param {boolean} facts.changed True with uncommitted changes.
 * @param {string} facts.platform
 * @param {Readonly<Record<string, string | undefined>>} facts.environment
 * @returns {string[]}
 */
export function whyNoRelease({ electron, pinned, identity, changed, platform, environment }) {
  const why = [];
  if (electron.test || electron.version !== pinned) {
    why.push(
      `Electron is ${electron.version} (${electron.from}), and a release takes the official ${pinned} only.`,
    );
  }
  if (identity.tag === '') why.push('This commit has no tag. Tag it: git tag -s v' + packageVersion());
  else if (identity.tag !== `v${packageVersion()}`) {
    why.push(`The tag is ${identity.tag}, and package.json says ${packageVersion()}. Make them the same.`);
  } else if (identity.tag !== `v${identity.version}`) {
    why.push(`The tag is ${identity.tag}, and ${identity.version} was asked for.`);
  }
  if (changed) why.push('There are changes that are not committed. Commit them, or take them away.');
  const wanted =
    platform === 'win32'
      ? windowsSigning(environment)
      : Object.entries(secrets).find(([name]) => name === platform)?.[1];
  if (wanted === undefined) why.push(`Nothing is released for ${platform}.`);
  for (const [name, what] of Object.entries(wanted ?? {})) {
    if ((environment[name] ?? '') === '') why.push(`${name} is not set: ${what}.`);
  }
  // The feed is signed once, on the machine that builds the Linux packages.
  why.push(...whyNoUpdates(environment, platform === 'linux'));
  return why;
}
