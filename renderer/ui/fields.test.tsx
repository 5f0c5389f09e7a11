import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { field, Fields, isWrong } from './fields.tsx';
import type { FieldList } from './fields.tsx';

afterEach(cleanup);

const empty = { name: '', count: '3', names: ['a'] as readonly string[], on: false, more: { port: '' } };

function fieldsOf({ count, on }: typeof empty): FieldList<typeof empty> {
  return [
    field.text('name', 'Name', { needed: true, as: (typed) => typed.trim() }),
    field.text('count', 'Count', { error: Number(count) > 0 || 'A number above 0.' }),
    field.names('names', 'Names', 'With commas between them.'),
    field.check('on', 'On', { also: (checked) => (checked ? { count: '9' } : {}) }),
    on && field.within('more', [field.fold('More', [field.text('port', 'Port', { needed: true })])]),
  ];
}

let last = empty;

function Form() {
  const [draft, setDraft] = useState(empty);
  last = draft;
  const fields = fieldsOf(draft);
  return (
    <>
      <Fields draft={draft} onDraft={(change) => setDraft({ ...draft, ...change })} of={fields} />
      <output>{isWrong(fields, draft) ? 'wrong' : 'right'}</output>
    </>
  );
}

const state = (): string | null => screen.getByRole('status').textContent;

it('changes the draft by its properties, and knows what is missing or wrong, folded fields too', async () => {
  const user = userEvent.setup();
  render(<Form />);
  expect(state()).toBe('wrong');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x ');
  expect(last.name).toBe('x');
  expect(state()).toBe('right');
  const count = screen.getByRole('textbox', { name: 'Count' });
  await user.clear(count);
  expect(screen.getByRole('alert').textContent).toBe('A number above 0.');
  expect(state()).toBe('wrong');
  await user.type(screen.getByRole('textbox', { name: /^Names/ }), ', b c');
  expect(last.names).toEqual(['a', 'b', 'c']);
  await user.type(screen.getByRole('textbox', { name: /^Names/ }), ', "d, e"');
  expect(last.names).toEqual(['a', 'b', 'c', 'd, e']);

  await user.click(screen.getByRole('checkbox', { name: 'On' }));
  expect(last.count).toBe('9');
  expect(state()).toBe('wrong');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.type(screen.getByRole('textbox', { name: 'Port' }), '1');
  expect(last.more).toEqual({ port: '1' });
  expect(state()).toBe('right');
});
