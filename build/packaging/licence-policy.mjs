/** Licences allowed in the distributed app, and the notes on those that require more than their text. */

/** SPDX identifiers. */
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

/** Packages under other licences, each approved individually, with a note for users. */
export const exceptions =
  /** @type {Readonly<Record<string, { licence: string, also: string, note: string }>>} */ ({
    openpgp: {
      licence: 'LGPL-3.0-or-later',
      // The LGPL supplements the GPL, so the GPL's text must be included.
      also: 'GPL-3.0.txt',
      note: 'OpenPGP.js is free software under the GNU Lesser General Public License. You may replace it: its code is in resources/app.asar of the installed app, in the one file lib/openpgp.cjs, and nothing else is in that file. Unpack the archive with `npx @electron/asar extract`, put your build of OpenPGP.js in its place, and pack it again; on Linux nothing checks the archive. Or change the version in package.json and run `npm run package`. Its source is at https://github.com/openpgpjs/openpgpjs.',
    },
  });

/**
 * Reason why a package must not ship; undefined if it can.
 * @param {string} name
 * @param {unknown} licence From its package.json: an SPDX expression.
 */
export function refusedLicence(name, licence) {
  if (typeof licence !== 'string' || licence === '') return `${name} names no licence`;
  const own = exceptions[name]?.licence;
  if (own !== undefined)
    return licence.replace(/\+$/, '-or-later') === own ? undefined : `${name} is now under ${licence}`;
  // Any one of alternatives (OR); all of a combination (AND).
  const good = licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => ALLOWED.includes(each.trim())));
  return good
    ? undefined
    : `${name} is under ${licence}, which is not on the list of build/packaging/licence-policy.mjs`;
}
