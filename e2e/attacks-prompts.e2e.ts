/** A prompt shows everything that it asks the user to confirm: a page cannot hide a part by sending too much. */
import { expect, test } from '@playwright/test';
import { newIdentity, newPeople, nobody } from './attacks/people.ts';
import type { People } from './attacks/people.ts';
import { callInPage } from './steps/bridge-calls.ts';
import type { Answered } from './steps/bridge-calls.ts';
import type { LaunchedApp } from './steps/app.ts';
import { launchConnected } from './steps/connected.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import { at, must, sharedServers } from './servers/index.ts';

const { dev } = sharedServers();
let launched: LaunchedApp;
let people: People;
let sessionId = '';

test.beforeAll(async () => {
  people = await newPeople(dev);
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { value } = await callInPage(launched.window, 'session.list', {});
  sessionId = (value as readonly { readonly sessionId: string }[])[0]?.sessionId ?? '';
});
test.afterAll(() => launched.close());

/** The page saves a group with these members, on a click that the user made for another purpose. */
async function saveGroup(id: string, name: string, members: readonly string[]): Promise<Promise<Answered>[]> {
  await launched.window.mouse.click(5, 5);
  const draft = {
    ...nobody,
    kind: 'group',
    groupType: 'internal',
    name,
    policies: ['app'],
    memberEntityIds: members,
  };
  // Wrapped, so that it is not awaited here but after it has been answered.
  return [callInPage(launched.window, 'identity.save', { sessionId, id, draft })];
}

async function membersOf(id: string): Promise<unknown> {
  return at(await must(dev, 'GET', `identity/group/id/${id}`), 'data', 'member_entity_ids');
}

test('a stranger in the middle of eleven members stands in the prompt, by a line of its own @attack-4', async () => {
  const colleagues = await Promise.all(Array.from({ length: 10 }, () => newIdentity(dev, 'entity', {})));
  const ids = colleagues.map(({ id }) => id);
  const group = await newIdentity(dev, 'group', {
    type: 'internal',
    policies: ['app'],
    member_entity_ids: ids.slice(0, 9),
  });
  const members = [...ids.slice(0, 5), people.mallory.id, ...ids.slice(5)];
  const [saving] = await saveGroup(group.id, group.name, members);
  const trusted = await launched.trusted();
  const fields = trusted.getByRole('group', { name: 'Fields' });
  await expect(fields.locator('ins')).toHaveText([`+${people.mallory.id}`, `+${ids[9] ?? ''}`]);
  await expect(fields.locator('ins').first()).toBeInViewport();
  await expect(trusted.locator('details')).toHaveCount(0);
  await expect(trusted.locator('#facts')).toContainText(group.id);
  await launched.answer((page) => page.keyboard.press('Escape'));
  expect(await saving).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  expect(await membersOf(group.id)).not.toContain(people.mallory.id);
});

test('what does not fit is read to its end before it is agreed to @attack-4', async () => {
  const members = await Promise.all(Array.from({ length: 40 }, () => newIdentity(dev, 'entity', {})));
  const ids = members.map(({ id }) => id);
  const { group, mallory } = people;
  const [saving] = await saveGroup(group.id, group.name, [...ids.slice(0, 20), mallory.id, ...ids.slice(20)]);
  const trusted = await launched.trusted();
  const save = trusted.getByRole('button', { name: 'Save' });
  const fields = trusted.getByRole('group', { name: 'Fields' });
  await expect(fields.getByText(mallory.id)).toBeAttached();
  await expect(save).toBeDisabled();
  await expect(trusted.getByText('Scroll to the end to go on')).toBeVisible();
  await readToEnd(trusted);
  await expect(save).toBeEnabled();
  await launched.answer((page) => page.keyboard.press('Escape'));
  expect(await saving).toMatchObject({ ok: false });
});
