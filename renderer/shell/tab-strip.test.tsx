import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Mount, MountPath } from '../../shared/vault/mount.ts';
import { sampleSession } from '../fixtures/session.fixture.ts';
import { useShortcuts } from './shortcuts.ts';
import { TabStrip } from './tab-strip.tsx';
import { useWorkspace, useWorkspaceActions, WorkspaceProvider } from '../workspace/workspace.tsx';

const mount: Mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' };

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

function Probe() {
  const workspace = { ...useWorkspace(), ...useWorkspaceActions() };
  useShortcuts();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          for (const path of ['alpha', 'beta', 'gamma']) workspace.openEntry(mount, path, { pin: true });
        }}
      >
        open three
      </button>
      <TabStrip />
      <p>asking: {workspace.askingTab?.path ?? 'nothing'}</p>
      <button
        type="button"
        onClick={() => {
          const last = workspace.tabs.at(-1);
          if (last !== undefined) workspace.setDirty(last.tabId, true);
        }}
      >
        edit the last
      </button>
    </>
  );
}

async function three() {
  const user = userEvent.setup();
  render(
    <WorkspaceProvider sessions={[sampleSession()]}>
      <Probe />
    </WorkspaceProvider>,
  );
  await user.click(screen.getByText('open three'));
  return user;
}

function names(): readonly string[] {
  return screen.getAllByRole('tab').map((tab) => tab.textContent);
}

function chosen(): string {
  return screen.getByRole('tab', { selected: true }).textContent;
}

describe('TabStrip', () => {
  it('keeps the tab in front in sight when the window becomes narrower', async () => {
    await three();
    const into = vi.spyOn(Element.prototype, 'scrollIntoView');
    fireEvent(window, new Event('resize'));
    expect((into.mock.contexts as Element[]).map(({ textContent }) => textContent)).toEqual(['gamma']);
    into.mockRestore();
  });

  it('chooses with arrows, Home and End, round the end', async () => {
    const user = await three();
    await user.click(screen.getByRole('tab', { name: 'gamma' }));
    await user.keyboard('{ArrowRight}');
    expect(chosen()).toBe('alpha');
    expect(document.activeElement?.textContent).toBe('alpha');
    await user.keyboard('{ArrowLeft}');
    expect(chosen()).toBe('gamma');
    await user.keyboard('{Home}{ArrowRight}');
    expect(chosen()).toBe('beta');
    await user.keyboard('{End}');
    expect(chosen()).toBe('gamma');
  });

  it('has one tab stop', async () => {
    await three();
    expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
  });

  it('closes with Delete, a middle click and Ctrl W', async () => {
    const user = await three();
    await user.pointer({ keys: '[MouseMiddle]', target: screen.getByRole('tab', { name: 'alpha' }) });
    expect(names()).toEqual(['beta', 'gamma']);
    await user.click(screen.getByRole('tab', { name: 'beta' }));
    await user.keyboard('{Delete}');
    expect(names()).toEqual(['gamma']);
    await user.keyboard('{Control>}w{/Control}');
    expect(screen.queryAllByRole('tab')).toEqual([]);
  });

  it('moves with Ctrl Shift arrows', async () => {
    const user = await three();
    await user.click(screen.getByRole('tab', { name: 'alpha' }));
    await user.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
    expect(names()).toEqual(['beta', 'alpha', 'gamma']);
  });

  it('goes round with Ctrl Tab and straight with Ctrl and a digit', async () => {
    const user = await three();
    await user.keyboard('{Control>}2{/Control}');
    expect(chosen()).toBe('beta');
    await user.keyboard('{Control>}9{/Control}');
    expect(chosen()).toBe('gamma');
    await user.keyboard('{Control>}1{/Control}{Control>}{Shift>}{Tab}{/Shift}{/Control}');
    expect(chosen()).toBe('gamma');
  });

  it('asks before a tab with edits is closed, and says that it has them', async () => {
    const user = await three();
    await user.click(screen.getByText('edit the last'));
    await user.click(screen.getByRole('tab', { name: 'gamma, not saved' }));
    await user.keyboard('{Control>}w{/Control}');
    expect(screen.getByText('asking: gamma')).toBeTruthy();
    expect(screen.getAllByRole('tab')).toHaveLength(3);
  });
});
