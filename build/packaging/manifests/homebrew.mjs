/** For Homebrew: a cask. */
import { aboutApp } from '../about-app.mjs';

/**
 * @param {import('./release-of.mjs').ManifestRelease} release
 * @returns {Readonly<Record<string, string>>} Texts by path.
 */
export function caskManifests({ version, homepage, files: { dmg } }) {
  const text = `cask "strongroom" do
  version "${version}"
  sha256 "${dmg.sha256}"

  url "${dmg.url.replaceAll(version, '#{version}')}"
  name "${aboutApp.name}"
  desc "${aboutApp.summary}"
  homepage "${homepage}"

  depends_on arch: :${dmg.arch === 'arm64' ? 'arm64' : 'x86_64'}

  app "Strongroom.app"

  zap trash: "~/Library/Application Support/strongroom"
end
`;
  return { 'homebrew/Casks/s/strongroom.rb': text };
}
