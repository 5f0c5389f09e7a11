import { describe, expect, it } from 'vitest';
import { isPageOf, whyRefused, type SenderContents, type SenderFrame } from './guard.ts';

const contents: SenderContents = {
  id: 7,
  mainFrame: { frameTreeNodeId: 40, frameToken: 'A1' },
  isDestroyed: () => false,
};
const frame: SenderFrame = {
  url: 'app://strongroom/index.html',
  origin: 'app://strongroom',
  frameTreeNodeId: 40,
  frameToken: 'A1',
  parent: null,
  isDestroyed: () => false,
};
const allowed = { contents: () => contents, host: 'strongroom' };

describe('whyRefused', () => {
  it('lets the main frame of our window call', () => {
    expect(whyRefused({ id: 7 }, frame, allowed)).toBeUndefined();
  });

  it.each<[string, { readonly id: number }, SenderFrame | null]>([
    ['another window', { id: 8 }, frame],
    ['a frame that is gone', { id: 7 }, null],
    ['a destroyed frame', { id: 7 }, { ...frame, isDestroyed: () => true }],
    ['a page that another one has replaced', { id: 7 }, { ...frame, frameToken: 'B2' }],
    ['a frame inside the page', { id: 7 }, { ...frame, parent: frame, frameTreeNodeId: 41 }],
    ['a frame that says it has no parent', { id: 7 }, { ...frame, frameTreeNodeId: 41 }],
    ['the trusted origin', { id: 7 }, { ...frame, url: 'app://trusted/', origin: 'app://trusted' }],
    ['a look-alike', { id: 7 }, { ...frame, url: 'app://strongroom.evil/', origin: 'app://strongroom.evil' }],
    ['an opaque origin on our address', { id: 7 }, { ...frame, origin: 'null' }],
    ['our origin on a foreign address', { id: 7 }, { ...frame, url: 'https://strongroom/' }],
  ])('refuses %s', (_what, sender, senderFrame) => {
    expect(whyRefused(sender, senderFrame, allowed)).toEqual(expect.any(String));
  });

  it('refuses everybody while there is no window, or only a destroyed one', () => {
    expect(whyRefused({ id: 7 }, frame, { ...allowed, contents: () => undefined })).toBe(
      'there is no window',
    );
    const destroyed = { ...contents, isDestroyed: () => true };
    expect(whyRefused({ id: 7 }, frame, { ...allowed, contents: () => destroyed })).toBe(
      'there is no window',
    );
  });
});

describe('isPageOf', () => {
  it.each(['app://strongroom', 'app://strongroom/', 'app://strongroom/index.html#x'])('takes %s', (url) => {
    expect(isPageOf(url, 'strongroom')).toBe(true);
  });

  it.each([
    'app://strongroom.evil/',
    'app://strongroom@evil/',
    'app://strongroom:80/',
    'app://strongroom%2f@evil/',
    'app://strongroom\\evil/',
    'app://evil/app://strongroom/',
    'app://trusted/',
    'app:strongroom/',
    'app:///strongroom/',
    'APP://strongroom/',
    'https://strongroom/',
    'file:///app://strongroom/',
    'data:text/html,app://strongroom/',
    'blob:app://strongroom/1',
    ' app://strongroom/',
    'about:blank',
    '',
  ])('refuses %j', (url) => {
    expect(isPageOf(url, 'strongroom')).toBe(false);
  });
});
