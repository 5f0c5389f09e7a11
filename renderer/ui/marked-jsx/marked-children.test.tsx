import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';

afterEach(cleanup);

function Passing({ children }: { readonly children: ReactNode }) {
  return <p>{children}</p>;
}

it('marks what nobody sees in any text of any element, and leaves the characters where they are', () => {
  const name = 'invoice\u202ecod.exe';
  const { container } = render(
    <div>
      <span>{name}</span>
      <Passing>{name}</Passing>
      <>
        {3} of {name}
      </>
      {['zero\u200bwidth'].map((each) => (
        <li key={each}>{each}</li>
      ))}
    </div>,
  );
  expect(container.querySelectorAll('bdi > [data-glyph]')).toHaveLength(4);
  expect(container.textContent).toBe(`${name}${name}3 of ${name}zero\u200bwidth`);
});

it('gives a text from right to left a direction of its own, and leaves every other alone', () => {
  const { container } = render(
    <div>
      {'שלום'} (1) <b>plain “text” – 日本語</b>
    </div>,
  );
  expect([...container.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['שלום']);
});

it('marks texts in lists of lists', () => {
  const { container } = render(
    <p>
      before {[['a\u202eb'], [['c\u200bd']]]} <b>{[['שלום']]}</b>
    </p>,
  );
  expect(container.querySelectorAll('bdi > [data-glyph]')).toHaveLength(2);
  expect(container.querySelector('b > bdi')?.textContent).toBe('שלום');
});

it('marks attributes that are seen or heard, of elements and of what components hand on @marked-attributes', () => {
  const name = 'invoice\u202ecod.exe';
  const shown = 'invoice⟨U+202E⟩cod.exe';
  render(
    <Labelled aria-label={`Open ${name}`} name={name}>
      <img alt={name} />
      <input placeholder={name} title={name} defaultValue={name} />
    </Labelled>,
  );
  const group = screen.getByRole('group');
  expect(group.getAttribute('aria-label')).toBe(`Open ${shown}`);
  expect(group.querySelector('span')?.title).toBe(shown);
  expect(screen.getByRole('img').getAttribute('alt')).toBe(shown);
  const input = screen.getByRole<HTMLInputElement>('textbox');
  expect([input.placeholder, input.title]).toEqual([shown, shown]);
  // An edited value stays unchanged.
  expect(input.value).toBe(name);
});

/** Like a compiled library: it creates its elements with React's own runtime. */
function Labelled({ name, children, ...rest }: { readonly name: string } & ComponentProps<'div'>) {
  return createElement('div', { role: 'group', ...rest }, <span title={name} />, children);
}

it('leaves the text of what takes no elements', () => {
  const { container } = render(<textarea defaultValue="a" />);
  expect(container.querySelector('bdi')).toBeNull();
  expect(
    render(
      <select>
        <option value="a">{'a\u200b'}</option>
      </select>,
    ).container.innerHTML,
  ).toBe('<select><option value="a">a⟨U+200B⟩</option></select>');
});
