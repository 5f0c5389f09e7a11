/** Which licences may be inside of what we give away, and what stands about each that asks for more than its text. */

/** By their names in SPDX. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
];

/** Packages under others, each decided on by itself, and what a person may want to know. */
export const exceptions =
  /** @type {Readonly<Record<string, { licence: string, also: string, note: string }>>} */ ({
    openpgp: {
      licence: 'LGPL-3.0-or-later',
      // It adds to the GPL, whose text belongs to it.
      also: 'GPL-3.0.txt',
      note: 'OpenPGP.js is free software under the GNU Lesser General Public License. You may replace it: its code is in resources/app.asar of the installed app, in the one file lib/openpgp.cjs, and nothing else is in that file. Unpack the archive with `npx @electron/asar extract`, put your build of OpenPGP.js in its place, and pack it again; on Linux nothing checks the archive. Or change the version in package.json and run `npm run package`. Its source is at https://github.com/openpgpjs/openpgpjs.',
    },
  });

/**
 * Why a package must not ship; undefined: it may.
 * @param {string} name
 * @param {unknown} licence As its package.json says: an SPDX expression.
 */
export function refusedLicence(name, licence) {
  if (typeof licence !== 'string' || licence === '') return `${name} names no licence`;
  const own = exceptions[name]?.licence;
  if (own !== undefined)
    return licence.replace(/\+$/, '-or-later') === own ? undefined : `${name} is now under ${licence}`;
  // One of several, as we choose; or all of several.
  const good = licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => ALLOWED.includes(each.trim())));
  return good
    ? undefined
    : `${name} is under ${licence}, which is not on the list of build/packaging/licence-policy.mjs`;
}
