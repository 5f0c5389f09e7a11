/** The tour's pictures of updates: the notice at the first start, and every stage in the settings. */
import { otherKey } from '../servers/feed-updates.ts';
import { inBothSizes, type TakePicture } from './sizes.ts';
import { launchUpdating } from '../steps/updating-app.ts';

const NOTES = [
  'Strongroom 99.0.0',
  '',
  '- Cluster: nodes that do not vote are shown apart.',
  '- Policies: the tester names the line that decides, also where several files are meant, however long its name may be.',
].join('\n');

/** Shows the stages of an update. */
export async function tourUpdates(picture: TakePicture): Promise<void> {
  const { launched, publish, end } = await launchUpdating();
  const { window, answer } = launched;
  const notice = window.getByRole('region', { name: 'Updates' });
  await notice.waitFor();
  await inBothSizes(launched, picture, 'updates-first-start');
  await notice.getByRole('button', { name: /^Automatic/ }).click();
  await picture(launched, 'updates-prompt', await launched.trusted());
  await answer((trusted) => trusted.getByRole('button', { name: 'Update automatically' }).click());
  await notice.waitFor({ state: 'hidden' });
  await window.getByRole('button', { name: 'Settings' }).click();
  const settings = window.locator('[data-section=updates]');
  const check = settings.getByRole('button', { name: 'Check now' });
  await check.scrollIntoViewIfNeeded();
  await inBothSizes(launched, picture, 'updates-settings');
  publish(NOTES, otherKey);
  await check.click();
  await settings.getByRole('alert').waitFor();
  await inBothSizes(launched, picture, 'updates-refused');
  publish(NOTES);
  // Automatic, a check downloads what it finds.
  await settings.getByRole('radio', { name: 'Notify' }).click();
  await answer((trusted) => trusted.getByRole('button', { name: 'Notify me' }).click());
  await check.click();
  await settings.getByRole('button', { name: 'Download' }).waitFor();
  await inBothSizes(launched, picture, 'updates-found');
  await settings.getByRole('button', { name: 'Download' }).click();
  await settings.getByRole('button', { name: 'Quit and install…' }).waitFor();
  await inBothSizes(launched, picture, 'updates-ready');
  await end();
}
