/** The tour's pictures of key ceremonies: half-way, their prompts, their results. */
import { launchApp } from '../steps/app.ts';
import { agreeTo, giveShare, openCeremony, openFirstRun } from '../steps/ceremony-steps.ts';
import { launchConnected } from '../steps/connected.ts';
import { must, startSealedVault, startUninitialisedVault } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows each ceremony half-way. */
export async function tourCeremonies(picture: TakePicture): Promise<void> {
  await firstRun(picture);
  await keyCeremonies(picture);
}

async function firstRun(picture: TakePicture): Promise<void> {
  const vault = await startUninitialisedVault();
  const launched = await launchApp();
  const { window } = launched;
  await openFirstRun(launched, vault.address);
  await inBothSizes(launched, picture, 'ceremony-init');
  await agreeTo(launched, 'Initialise…', 'Initialise');
  const card = window.getByRole('region', { name: 'Unseal keys and root token' });
  await card.getByRole('button', { name: 'Show and save…' }).click();
  await picture(launched, 'ceremony-share-prompt', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'I have saved it' }).click());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Later' }).click());
  await card.getByText(/^1 of 6 saved/).waitFor();
  await inBothSizes(launched, picture, 'ceremony-saving');
  await launched.close();
  await vault.stop();
}

async function keyCeremonies(picture: TakePicture): Promise<void> {
  const vault = await startSealedVault();
  await vault.unseal();
  const launched = await launchConnected({ address: vault.address, token: vault.rootToken, name: 'Sample' });
  const { window } = launched;
  await openCeremony(window, 'Rekey');
  await window.getByRole('button', { name: 'Begin rekey…' }).waitFor();
  await inBothSizes(launched, picture, 'ceremony-rekey');
  await window.getByRole('button', { name: 'Encrypt to PGP keys' }).click();
  await window.getByRole('textbox', { name: /^PGP public keys/ }).fill('not a key');
  await window.getByRole('button', { name: 'Add pasted keys' }).click();
  await window.getByText('This is not a PGP public key').waitFor();
  await inBothSizes(launched, picture, 'ceremony-pgp');
  await window.getByRole('button', { name: 'Remove Not a key' }).click();
  await agreeTo(launched, 'Begin rekey…', 'Begin rekey');
  const [one = '', two = '', three = ''] = vault.shares;
  await giveShare(launched, 'Enter key share…', one);
  await window.getByText('1 of 3 entered').waitFor();
  await inBothSizes(launched, picture, 'ceremony-half-way');
  await window.getByRole('button', { name: 'Enter key share…' }).click();
  await picture(launched, 'ceremony-give-prompt', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Cancel' }).click());
  await giveShare(launched, 'Enter key share…', two);
  await giveShare(launched, 'Enter key share…', three);
  await window.getByRole('button', { name: 'Enter new key share…' }).waitFor();
  await inBothSizes(launched, picture, 'ceremony-verification');
  await openCeremony(window, 'Rotate root key');
  await agreeTo(launched, 'Rotate root key…', 'Rotate root key');
  await window.getByRole('button', { name: 'Rekey the unseal keys' }).waitFor();
  await inBothSizes(launched, picture, 'ceremony-not-offered');
  await openCeremony(window, 'Generate root token');
  await agreeTo(launched, 'Begin root generation…', 'Begin root generation');
  await window.getByText('0 of 3 entered').waitFor();
  await inBothSizes(launched, picture, 'ceremony-root');
  await must(vault, 'PUT', 'sys/seal');
  await openCeremony(window, 'Unseal');
  await window.getByRole('cell', { name: '0 of 3' }).waitFor();
  await giveShare(launched, 'Enter unseal key…', one);
  await window.getByRole('cell', { name: '1 of 3' }).waitFor();
  await window.getByRole('textbox', { name: 'Add a node' }).fill('http://127.0.0.1:8299');
  await window.getByRole('button', { name: 'Add', exact: true }).click();
  await window.getByRole('button', { name: 'Confirm node…' }).waitFor();
  await inBothSizes(launched, picture, 'ceremony-unseal');
  await launched.close();
  await vault.stop();
}
