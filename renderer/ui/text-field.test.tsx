import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { TextField } from './text-field.tsx';

afterEach(cleanup);

function Field({ initial }: { readonly initial: string }) {
  const [text, setText] = useState(initial);
  return <TextField label="Description" value={text} onChange={({ target }) => setText(target.value)} />;
}

it('names what is hidden in the text that it holds, and leaves the text as it is @hidden-named', async () => {
  render(<Field initial={'pay\u202estnem \u200b'} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Description' });
  expect(field.value).toBe('pay\u202estnem \u200b');
  const list = screen.getByRole('list', { name: 'Easily overlooked' });
  expect(list.textContent).toContain('right-to-left override U+202E');
  expect(list.textContent).toContain('zero-width space U+200B at the end');
  await userEvent.clear(field);
  await userEvent.type(field, 'payments');
  expect(screen.queryByRole('list')).toBeNull();
});
