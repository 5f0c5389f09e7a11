/**
 * Signing for Windows: Azure Trusted Signing, a service that stores the key, or a key in a file. Public authorities
 * have issued no key files since June 2023, so a release requires the service if neither is set up.
 */

/** @typedef {Readonly<Record<string, string | undefined>>} Variables */

/** Variables of the service: our identity there, and the certificate to use. */
const service = {
  AZURE_TENANT_ID: 'the directory of Azure Trusted Signing, which signs programs for Windows',
  AZURE_CLIENT_ID: 'the application that may sign there',
  AZURE_CLIENT_SECRET: 'its secret',
  STRONGROOM_AZURE_ENDPOINT: 'the https:// address of the signing account’s region',
  STRONGROOM_AZURE_ACCOUNT: 'the name of the signing account',
  STRONGROOM_AZURE_PROFILE: 'the name of its certificate profile',
  STRONGROOM_AZURE_PUBLISHER: 'the publisher that the certificate names',
};

const keyFile = {
  WIN_CSC_LINK: 'the certificate that signs programs for Windows (a file, or its base64)',
  WIN_CSC_KEY_PASSWORD: 'its password',
};

/**
 * Variables that a signing machine must have, by name.
 * @param {Variables} env
 * @returns {Readonly<Record<string, string>>}
 */
export function windowsSigning(env) {
  return (env['WIN_CSC_LINK'] ?? '') === '' ? service : keyFile;
}

/** All variables of both alternatives. */
export const windowsSigningVariables = [...Object.keys(service), ...Object.keys(keyFile)];

/**
 * The service's part of electron-builder's configuration; undefined with a key file, or without either.
 * @param {Variables} env
 * @returns {import('app-builder-lib').WindowsAzureSigningConfiguration | undefined}
 */
export function azureSigning(env) {
  const { STRONGROOM_AZURE_ENDPOINT: endpoint = '', WIN_CSC_LINK: file = '' } = env;
  if (endpoint === '' || file !== '') return undefined;
  return {
    endpoint,
    codeSigningAccountName: env['STRONGROOM_AZURE_ACCOUNT'] ?? '',
    certificateProfileName: env['STRONGROOM_AZURE_PROFILE'] ?? '',
    publisherName: env['STRONGROOM_AZURE_PUBLISHER'] ?? '',
  };
}
