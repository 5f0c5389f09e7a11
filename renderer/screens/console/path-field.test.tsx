import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiPath } from '../../../shared/vault/console.ts';
import { PathField } from './path-field.tsx';

afterEach(cleanup);

const described: readonly ApiPath[] = [{ path: 'sys/mounts', methods: ['GET'], summary: '' }];

/** The field of a console, before and after its catalogue has arrived. */
function Field({ catalogue }: { readonly catalogue: readonly ApiPath[] }) {
  const [path, setPath] = useState('');
  return (
    <>
      <PathField
        path={path}
        error={undefined}
        catalogue={catalogue}
        mounts={[]}
        history={[]}
        onPath={setPath}
        onTaken={() => undefined}
      />
      <input aria-label="Next" />
    </>
  );
}

describe('the path of a request', () => {
  it('is completed once the server has said what it offers, where the field still has the focus', async () => {
    const { rerender } = render(<Field catalogue={[]} />);
    await userEvent.type(screen.getByRole('combobox', { name: 'Path' }), 'sys/');
    expect(screen.queryByRole('listbox')).toBeNull();
    rerender(<Field catalogue={described} />);
    expect(await screen.findByRole('option', { name: /sys\/mounts/ })).toBeTruthy();
  });

  it.each([
    ['Escape was pressed', '{Escape}'],
    ['the focus went on', '{Tab}'],
  ])('opens no list over what is next after %s', async (_when, key) => {
    const { rerender } = render(<Field catalogue={[]} />);
    await userEvent.type(screen.getByRole('combobox', { name: 'Path' }), `sys/`);
    await userEvent.keyboard(key);
    rerender(<Field catalogue={described} />);
    expect(screen.getByRole('textbox', { name: 'Next' })).toBeTruthy();
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});
