/** What every package and every manifest says of the app, in the same words. */
export const aboutApp = {
  name: 'Strongroom',
  /** Of the desktop's files: reverse DNS, as AppStream and Flathub have it. */
  desktopId: 'app.strongroom.Strongroom',
  publisher: 'The Strongroom founders',
  licence: 'MPL-2.0',
  summary: 'Client for HashiCorp Vault and OpenBao',
  description:
    'Strongroom browses, reads and edits the secrets of HashiCorp Vault and OpenBao servers, without a secret reaching a shell history or a web page.',
};
