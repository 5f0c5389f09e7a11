/** Number of interruptions in an ordinary day: exactly as listed. */
import { expect, test } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import { questionsOfADay, workADay } from './steps/questions.ts';
import { sharedServers } from './servers/index.ts';

test('a normal day meets a question at a login, at a new place, before a loss and for a credential, and no other', async () => {
  const launched = await launchApp();
  try {
    expect(await workADay(launched, sharedServers().dev)).toEqual(questionsOfADay);
  } finally {
    await launched.close();
  }
});
