import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { JsonView } from './json-view.tsx';

afterEach(cleanup);

const text = JSON.stringify({ data: { user: 'alice', list: [1, 2] }, on: true }, undefined, 2);

function show() {
  const onCopy = vi.fn();
  const { container } = render(<JsonView label="JSON" text={text} onCopy={onCopy} />);
  const root = container.querySelector('[data-code-editor]')?.shadowRoot;
  const content = root?.querySelector<HTMLElement>('[role=textbox]');
  if (root === null || root === undefined || content === null || content === undefined)
    throw new Error('There is no viewer.');
  return { root, content, onCopy };
}

it('folds objects and lists by keys, and unfolds them', async () => {
  const { root, content } = show();
  expect(content.textContent).toContain('alice');
  // The text is parsed in slices; foldable lines get a mark in the gutter.
  await waitFor(() => {
    expect(root.querySelectorAll('.cm-foldGutter [title="Fold line"]').length).toBeGreaterThanOrEqual(2);
  });
  fireEvent.keyDown(content, { key: '[', code: 'BracketLeft', keyCode: 219, ctrlKey: true, altKey: true });
  expect(root.querySelectorAll('.cm-foldPlaceholder')).toHaveLength(1);
  expect(content.textContent).not.toContain('alice');
  fireEvent.keyDown(content, { key: ']', code: 'BracketRight', keyCode: 221, ctrlKey: true, altKey: true });
  expect(content.textContent).toContain('alice');
});

it('cannot be changed, and copies by way of its owner', () => {
  const { content, onCopy } = show();
  fireEvent.keyDown(content, { key: 'a', code: 'KeyA', keyCode: 65, ctrlKey: true });
  fireEvent.cut(content);
  expect(onCopy).toHaveBeenCalledWith(text);
  expect(content.textContent).toContain('alice');
});

it('marks what nobody sees, and keeps letters from right to left to themselves @marked', () => {
  const unseen = ['\u202e', '\u200b', '\u2063', '\u{e0041}', '\u00a0', '\u0007'];
  const shown = `{"name": "שלום 1", "path": "a${unseen.join('b')}c"}`;
  const { container } = render(<JsonView label="JSON" text={shown} onCopy={vi.fn()} />);
  const root = container.querySelector('[data-code-editor]')?.shadowRoot;
  const content = root?.querySelector('[role=textbox]');
  expect(content?.textContent).toContain('aU+202EbU+200BbU+2063bU+E0041bU+00A0bU+0007c');
  const marks = [...(content?.querySelectorAll('[role=img]') ?? [])];
  expect(marks.map((mark) => mark.getAttribute('title'))).toEqual([
    'right-to-left override U+202E',
    'zero-width space U+200B',
    'character U+2063',
    'character U+E0041',
    'non-breaking space U+00A0',
    'character U+0007',
  ]);
  const isolated = content?.querySelector('.cm-isolated');
  expect(isolated?.textContent).toBe('שלום');
});
