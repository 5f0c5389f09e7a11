/** The tour's pictures of testing a policy, of its reach, and of its users. */
import type { LaunchedApp } from '../steps/app.ts';
import { launchConnected } from '../steps/connected.ts';
import { must, newKvMount, newPolicy, newToken, uniqueName, writeEntry } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Takes a policy from its test to its users. */
export async function tourPolicyTester(vault: VaultServer, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, uniqueName('shop'));
  for (const path of ['payments/db', 'payments/stripe', 'payments/eu/ledger', 'web/session'])
    await writeEntry(vault, mount, path, { key: 'value' });
  const reading = await newPolicy(vault, policyText(mount.path));
  const guarding = await newPolicy(
    vault,
    `path "${mount.path}data/payments/stripe" {\n  capabilities = ["deny"]\n}\n`,
  );
  await must(vault, 'POST', `auth/token/roles/${uniqueName('deploy')}`, { allowed_policies: [reading] });
  await newToken(vault, { policies: [reading], display_name: 'payments batch job' });
  await must(vault, 'POST', 'identity/entity', { name: uniqueName('ann'), policies: [reading] });
  const launched = await launchConnected({ address: vault.address, token: vault.rootToken, name: 'Sample' });
  const { window } = launched;
  await window
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Policies' })
    .click();
  await window.getByRole('button', { name: 'Test permissions' }).click();
  await inBothSizes(launched, picture, 'tester-empty');
  await open(launched, reading);
  await part(launched, 'Test');
  await window.getByRole('textbox', { name: 'Policies' }).fill(`${reading}, ${guarding}`);
  await window.getByRole('textbox', { name: 'Path' }).fill(`${mount.path}payments/stripe`);
  await window.getByRole('button', { name: 'Test path' }).click();
  await window.getByRole('region', { name: 'Result of the test' }).waitFor();
  await inBothSizes(launched, picture, 'tester-not-asked');
  await window.getByRole('button', { name: 'Ask server with a temporary token…' }).click();
  await picture(launched, 'tester-question', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Create and test' }).click());
  await window.getByText('matches rules').first().waitFor();
  await inBothSizes(launched, picture, 'tester-answered');
  await part(launched, 'Access');
  await window.getByRole('button', { name: 'Search mounts' }).click();
  await window.getByText(/existing paths?$/).waitFor();
  await inBothSizes(launched, picture, 'policy-access');
  await part(launched, 'Used by');
  await inBothSizes(launched, picture, 'policy-users-before');
  await window.getByRole('button', { name: 'Find users' }).click();
  await window.getByRole('button', { name: 'Refresh', exact: true }).waitFor();
  await inBothSizes(launched, picture, 'policy-users');
  await launched.close();
  await refused(vault, picture, reading);
}

/** A token with hardly any read permission. */
async function refused(vault: VaultServer, picture: TakePicture, policy: string): Promise<void> {
  const reader = await newPolicy(vault, `path "sys/policies/acl/${policy}" { capabilities = ["read"] }`);
  const { token } = await newToken(vault, { policies: [policy, reader, 'default'] });
  const launched = await launchConnected({ address: vault.address, token, name: 'Reader' });
  const { window } = launched;
  await window
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Policies' })
    .click();
  await open(launched, policy);
  await part(launched, 'Used by');
  await window.getByRole('button', { name: 'Find users' }).click();
  await window.getByText('Users unknown').waitFor();
  await inBothSizes(launched, picture, 'policy-users-refused');
  await part(launched, 'Test');
  await window.getByRole('button', { name: 'This token' }).click();
  await window.getByRole('textbox', { name: 'Path' }).fill('sys/seal');
  await window.getByRole('button', { name: 'Test path' }).click();
  await window.getByRole('region', { name: 'Result of the test' }).waitFor();
  await inBothSizes(launched, picture, 'tester-unread');
  await launched.close();
}

function policyText(mount: string): string {
  return [
    `path "${mount}data/payments/*" {\n  capabilities = ["create", "read", "update"]\n}\n`,
    `path "${mount}metadata/payments/*" {\n  capabilities = ["list", "read"]\n}\n`,
    `path "${mount}data/+/db" {\n  capabilities = ["read"]\n  required_parameters = ["owner"]\n}\n`,
    'path "auth/token/renew-self" {\n  capabilities = ["update"]\n}\n',
    'path "identity/entity/id/{{identity.entity.id}}" {\n  capabilities = ["read"]\n}\n',
  ].join('\n');
}

async function open({ window }: LaunchedApp, name: string): Promise<void> {
  const field = window.getByRole('searchbox', { name: 'Filter, or open by name' });
  await field.fill(name);
  await field.press('Enter');
  await window.getByRole('heading', { name }).waitFor();
}

async function part({ window }: LaunchedApp, name: string): Promise<void> {
  await window
    .getByRole('group', { name: 'Part of the policy' })
    .getByRole('button', { name, exact: true })
    .click();
}
