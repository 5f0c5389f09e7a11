/** For the AUR of Arch Linux: the unpacked archive as `strongroom-bin`. `.SRCINFO` repeats it for the website. */
import { aboutApp } from '../about-app.mjs';
import { LAUNCHER } from '../share-files.mjs';

const depends = ['alsa-lib', 'gtk3', 'libnotify', 'libsecret', 'nss', 'xdg-utils'];
const FOLDER = '/opt/strongroom';

/**
 * @param {import('./release-of.mjs').ManifestRelease} release
 * @returns {Readonly<Record<string, string>>} Texts by path.
 */
export function aurManifests({ version, homepage, maintainer, files: { targz } }) {
  const url = targz.url.replaceAll(version, '${pkgver}');
  const unpacked = targz.name.replace(/\.tar\.gz$/, '').replace(version, '${pkgver}');
  const pkgbuild = `${maintainer === '' ? '' : `# Maintainer: ${maintainer}\n`}pkgname=strongroom-bin
pkgver=${version}
pkgrel=1
pkgdesc='${aboutApp.summary}'
arch=('x86_64')
url='${homepage}'
license=('${aboutApp.licence}')
depends=(${depends.map((each) => `'${each}'`).join(' ')})
provides=('strongroom')
conflicts=('strongroom')
options=('!strip' '!debug')
source=("${url}")
sha256sums=('${targz.sha256}')

package() {
  cd "\${srcdir}/${unpacked}" || return 1
  install -d "\${pkgdir}${FOLDER}" "\${pkgdir}/usr/bin"
  cp -a . "\${pkgdir}${FOLDER}"
  mv "\${pkgdir}${FOLDER}/share" "\${pkgdir}/usr/share"
  rm -r "\${pkgdir}${FOLDER}/bin"
  # By this the app knows that a package manager brings new versions.
  echo repository > "\${pkgdir}${FOLDER}/resources/package-type"
  ln -s ${FOLDER}/${LAUNCHER} "\${pkgdir}/usr/bin/strongroom"
}
`;
  const facts = [
    ['pkgdesc', aboutApp.summary],
    ['pkgver', version],
    ['pkgrel', '1'],
    ['url', homepage],
    ['arch', 'x86_64'],
    ['license', aboutApp.licence],
    ...depends.map((each) => ['depends', each]),
    ['provides', 'strongroom'],
    ['conflicts', 'strongroom'],
    ['options', '!strip'],
    ['options', '!debug'],
    ['source', targz.url],
    ['sha256sums', targz.sha256],
  ];
  const lines = facts.map(([name, value]) => `\t${name ?? ''} = ${value ?? ''}`);
  return {
    'aur/PKGBUILD': pkgbuild,
    'aur/.SRCINFO': ['pkgbase = strongroom-bin', ...lines, '', 'pkgname = strongroom-bin', ''].join('\n'),
  };
}
