import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { makePasteGuard, mayPaste, pasteOf } from './paste-guard.ts';

const none = { control: false, meta: false, shift: false, alt: false, code: '' };

describe('a key', () => {
  it.each([
    ['Ctrl+V', { ...none, key: 'v', control: true }, 'paste'],
    ['Cmd+V', { ...none, key: 'v', meta: true }, 'paste'],
    ['Ctrl+V with Caps Lock', { ...none, key: 'V', control: true }, 'paste'],
    ['Ctrl+Shift+V', { ...none, key: 'V', control: true, shift: true }, 'pasteAndMatchStyle'],
    ['Shift+Insert', { ...none, key: 'Insert', shift: true }, 'paste'],
    ['Ctrl+Shift+Insert', { ...none, key: 'Insert', shift: true, control: true }, 'paste'],
    ['a key of its own', { ...none, key: 'Paste' }, 'paste'],
    ['Ctrl+V in Cyrillic', { ...none, key: 'м', code: 'KeyV', control: true }, 'paste'],
    [
      'Ctrl+Shift+V in Arabic',
      { ...none, key: 'ر', code: 'KeyV', control: true, shift: true },
      'pasteAndMatchStyle',
    ],
    ['V of Dvorak', { ...none, key: 'v', code: 'Period', control: true }, 'paste'],
  ] as const)('pastes: %s', (_name, input, how) => {
    expect([pasteOf(input), mayPaste(input)]).toEqual([how, true]);
  });

  it.each([
    ['Emacs’ Ctrl+Y', { ...none, key: 'y', control: true }],
    ['Ctrl+Y in Cyrillic', { ...none, key: 'н', code: 'KeyY', control: true }],
    ['Ctrl and the place of V, with a letter of Dvorak', { ...none, key: 'k', code: 'KeyV', control: true }],
    ['Cmd+Option and the place of V', { ...none, key: '◊', code: 'KeyV', meta: true, alt: true }],
    ['Ctrl and a letter that is not ASCII, anywhere', { ...none, key: 'ω', code: 'Period', control: true }],
    ['Shift and the place of Insert', { ...none, key: 'Unidentified', code: 'Insert', shift: true }],
    ['the place of a key of its own', { ...none, key: 'Unidentified', code: 'Paste' }],
  ] as const)('might paste, and is not made up for: %s', (_name, input) => {
    expect([pasteOf(input), mayPaste(input)]).toEqual([undefined, true]);
  });

  it.each([
    ['V alone', { ...none, key: 'v', code: 'KeyV' }],
    ['V in Cyrillic alone', { ...none, key: 'М', code: 'KeyV', shift: true }],
    ['Ctrl+C', { ...none, key: 'c', code: 'KeyC', control: true }],
    ['Insert alone', { ...none, key: 'Insert', code: 'Insert' }],
    ['Ctrl+Insert', { ...none, key: 'Insert', code: 'Insert', control: true }],
    ['a character of AltGr', { ...none, key: '€', code: 'KeyE', control: true, alt: true }],
    ['Ctrl', { ...none, key: 'Control', code: 'ControlLeft', control: true }],
  ] as const)('pastes nothing: %s', (_name, input) => {
    expect([pasteOf(input), mayPaste(input)]).toEqual([undefined, false]);
  });
});

/** A page limited to the guard's use. */
function makePage() {
  const page = Object.assign(new EventEmitter(), {
    paste: vi.fn(),
    pasteAndMatchStyle: vi.fn(),
    isDestroyed: () => false,
  });
  return { page, contents: page as unknown as WebContents };
}

function press(page: EventEmitter, input: object): boolean {
  const event = { preventDefault: vi.fn() };
  page.emit('before-input-event', event, { ...none, type: 'keyDown', ...input });
  return event.preventDefault.mock.calls.length > 0;
}

const ctrlV = { key: 'v', control: true };

describe('a paste', () => {
  it.each([
    ['nothing of ours is there', { may: false, holds: false }, { dropped: false, pasted: 0 }],
    ['our credential is there', { may: true, holds: true }, { dropped: true, pasted: 0 }],
    ['something else has taken its place', { may: true, holds: false }, { dropped: true, pasted: 1 }],
  ])('by key, while %s', async (_name, { may, holds }, { dropped, pasted }) => {
    const { page, contents } = makePage();
    const { guard } = makePasteGuard(
      { mayHoldCredential: () => may, holdsCredential: () => Promise.resolve(holds) },
      () => undefined,
    );
    guard(contents);
    expect(press(page, ctrlV)).toBe(dropped);
    expect(press(page, { ...ctrlV, type: 'keyUp' })).toBe(dropped);
    await expect.poll(() => page.paste.mock.calls).toHaveLength(pasted);
    expect(press(page, { key: 'c', control: true })).toBe(false);
  });

  it('by the menu is dropped in the page, and taken in the trusted view', async () => {
    const { page, contents } = makePage();
    const trusted = makePage();
    const looked = vi.fn(() => Promise.resolve(true));
    const guard = makePasteGuard({ mayHoldCredential: () => true, holdsCredential: looked }, () => undefined);
    guard.guard(contents);
    guard.paste(contents, 'paste');
    guard.paste(trusted.contents, 'pasteAndMatchStyle');
    guard.paste(undefined, 'paste');
    await expect.poll(() => looked.mock.calls).toHaveLength(1);
    expect([page.paste.mock.calls.length, trusted.page.pasteAndMatchStyle.mock.calls.length]).toEqual([0, 1]);
  });

  it('by the middle button is dropped; other buttons and a clipboard that cannot be read change nothing', async () => {
    const { page, contents } = makePage();
    const log = vi.fn();
    const { guard } = makePasteGuard(
      { mayHoldCredential: () => true, holdsCredential: () => Promise.reject(new Error('gone')) },
      log,
    );
    guard(contents);
    const click = (button: string, type: string): boolean => {
      const event = { preventDefault: vi.fn() };
      page.emit('before-mouse-event', event, { button, type });
      return event.preventDefault.mock.calls.length > 0;
    };
    expect([click('middle', 'mouseDown'), click('middle', 'mouseUp'), click('left', 'mouseUp')]).toEqual([
      true,
      true,
      false,
    ]);
    press(page, ctrlV);
    await expect.poll(() => log.mock.calls).toHaveLength(1);
    expect(page.paste).not.toHaveBeenCalled();
  });
});

describe('a drop', () => {
  const having = (may: boolean, holds: boolean) => ({
    mayHoldCredential: () => may,
    holdsCredential: () => Promise.resolve(holds),
  });

  it.each([
    ['nothing of ours is at hand', having(false, false), undefined, true],
    ['a credential is on the clipboard', having(true, true), undefined, false],
    ['something else has taken its place', having(true, false), having(true, false), true],
    ['a credential is selected in the trusted view', having(false, false), having(true, true), false],
  ])('while %s', async (_name, clipboard, selection, may) => {
    expect(await makePasteGuard(clipboard, () => undefined, selection).mayDrop()).toBe(may);
  });

  it('is refused where the clipboard cannot be read', async () => {
    const said: string[] = [];
    const broken = { ...having(true, true), holdsCredential: () => Promise.reject(new Error('no owner')) };
    expect(await makePasteGuard(broken, (line) => void said.push(line)).mayDrop()).toBe(false);
    expect(said.join()).toMatch(/may be dropped: Error at /);
  });
});

it('a middle click pastes no credential that is selected in the trusted view', () => {
  const { page, contents } = makePage();
  const none = { mayHoldCredential: () => false, holdsCredential: () => Promise.resolve(false) };
  const { guard } = makePasteGuard(none, () => undefined, { ...none, mayHoldCredential: () => true });
  guard(contents);
  const event = { preventDefault: vi.fn() };
  page.emit('before-mouse-event', event, { type: 'mouseDown', button: 'middle' });
  expect(event.preventDefault).toHaveBeenCalled();
});
