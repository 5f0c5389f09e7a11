/** Facts about the app, in the same words for every package and manifest. */
export const aboutApp = {
  name: 'Strongroom',
  /** ID of the desktop files: reverse DNS, as AppStream and Flathub require. */
  desktopId: 'app.strongroom.Strongroom',
  publisher: 'The Strongroom founders',
  licence: 'MPL-2.0',
  summary: 'Client for HashiCorp Vault and OpenBao',
  description:
    'Strongroom browses, reads and edits the secrets of HashiCorp Vault and OpenBao servers, without a secret reaching a shell history or a web page.',
};
