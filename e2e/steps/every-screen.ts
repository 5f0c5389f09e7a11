/** A walk over every screen of a session. The app lists them: a new section or topic is included automatically. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectOneWord } from '../looks/one-fact.ts';
import { openCeremony } from './ceremony-steps.ts';
import type { LaunchedApp } from './app.ts';
import { goTo, tree } from './connected.ts';

const ceremonies = ['Rekey', 'Rotate root key', 'Generate root token', 'Unseal'];

/** Action on the screen in front, which stays in front. */
export type OnScreen = (name: string) => Promise<void>;

/**
 * Shows every screen once, an entry at `path` first, and runs `onScreen` there; the session in front must be open.
 * Fails if places of a screen contradict each other.
 * Changes nothing itself. Returns the names of the screens.
 */
export async function walkEveryScreen(
  { window }: LaunchedApp,
  path: string,
  onScreen: OnScreen = () => Promise.resolve(),
): Promise<readonly string[]> {
  const seen: string[] = [];
  const look: OnScreen = async (name) => {
    await expectOneWord(window);
    await onScreen(name);
    seen.push(name);
  };
  await goTo(window, path);
  await window.getByRole('rowheader').first().waitFor();
  for (const section of await namesIn(window, 'Sections')) {
    await pressIn(window, 'Sections', section);
    // The tree is visible beside every screen.
    if (section !== 'Secrets') {
      await expectInFront(window, 'Sections', section);
      // Loaded on first use: until it is there, its main field can still take the focus from another.
      await window.locator('[role=tabpanel]:not([hidden]) :is(h2, h3, p, button)').first().waitFor();
    }
    await look(section);
    if (section === 'Administration') await walkTopics(window, look);
    if (section === 'Policies') {
      await openTester(window);
      await look('Test permissions');
    }
  }
  for (const ceremony of ceremonies) {
    await openCeremony(window, ceremony);
    await look(ceremony);
  }
  await walkOverlays(window, look);
  return seen;
}

async function walkTopics(window: Page, look: OnScreen): Promise<void> {
  for (const topic of await namesIn(window, 'Administration')) {
    await pressIn(window, 'Administration', topic);
    const page = window.getByRole('region', { name: topic, exact: true });
    await page.waitFor();
    // Its data from the server has loaded.
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0);
    await look(topic);
  }
}

/** Part of the screen of policies. */
async function openTester(window: Page): Promise<void> {
  // The palette offers it once the screen is there.
  await window.getByRole('searchbox', { name: 'Filter, or open by name' }).waitFor();
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Command palette' }).fill('Test permissions');
  await window
    .getByRole('option', { name: /^Test permissions/ })
    .first()
    .click();
  await window.getByRole('heading', { name: 'Test permissions' }).waitFor();
}

/** Overlays above the screens, and views that fill the whole window. */
async function walkOverlays(window: Page, look: OnScreen): Promise<void> {
  await window.keyboard.press('Control+Shift+B');
  await window.getByRole('main', { name: 'Board' }).getByRole('button').first().waitFor();
  await look('Board');
  await window.keyboard.press('Escape');
  await tree(window).waitFor();
  await window.getByRole('button', { name: 'Settings' }).click();
  await window.getByRole('menuitem', { name: 'About Strongroom…' }).click();
  await window.getByRole('region', { name: 'About' }).waitFor();
  await look('About');
}

async function namesIn(window: Page, navigation: string): Promise<string[]> {
  const buttons = window.getByRole('navigation', { name: navigation, exact: true }).getByRole('button');
  // All appear at once, with a screen whose code is loaded on first use.
  await buttons.first().waitFor();
  return buttons.evaluateAll((all) =>
    all.map((button) => button.getAttribute('aria-label') ?? button.textContent.trim()),
  );
}

async function pressIn(window: Page, navigation: string, name: string): Promise<void> {
  await window
    .getByRole('navigation', { name: navigation, exact: true })
    .getByRole('button', { name })
    .first()
    .click();
}

async function expectInFront(window: Page, navigation: string, name: string): Promise<void> {
  await expect(
    window.getByRole('navigation', { name: navigation, exact: true }).getByRole('button', { name }).first(),
  ).toHaveAttribute('aria-current', 'page');
}
