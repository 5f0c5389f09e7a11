import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { menuActions, runKey, useActions, type OfferedAction } from './action-registry.ts';

const done: string[] = [];

function OfferingComponent({
  actions,
}: {
  readonly actions: readonly Pick<OfferedAction, 'id' | 'key' | 'region'>[];
}) {
  useActions(() =>
    actions.map((action) => ({
      label: action.id,
      group: 'Test',
      ...action,
      run: () => {
        done.push(action.id);
      },
    })),
  );
  return null;
}

it('runs what belongs to the part that has the focus, and refreshes nothing of another', () => {
  const names = { id: 'names', key: 'refresh', region: 'side' } as const;
  const search = { id: 'search', key: 'search', region: 'side' } as const;
  const entry = { id: 'entry', key: 'refresh', region: 'main' } as const;
  const { rerender } = render(<OfferingComponent actions={[names, search, entry]} />);
  const press = (key: 'refresh' | 'search', focused?: string): readonly string[] => {
    done.length = 0;
    runKey(key, focused);
    return [...done];
  };
  expect(press('refresh', 'side')).toEqual(['names']);
  expect(press('refresh', 'main')).toEqual(['entry']);
  expect(press('refresh', 'tabs')).toEqual(['entry']);
  expect(press('refresh')).toEqual(['entry']);
  rerender(<OfferingComponent actions={[names, search]} />);
  expect(press('refresh', 'main')).toEqual([]);
  expect(press('refresh', 'side')).toEqual(['names']);
  // Keys unrelated to the focus work from anywhere.
  expect(press('search', 'main')).toEqual(['search']);
});

it('never renames the entry in front for a key pressed in the names beside it', () => {
  const entry = { id: 'entry', key: 'rename', region: 'main' } as const;
  const row = { id: 'row', key: 'rename', region: 'side' } as const;
  const press = (focused?: string): readonly string[] => {
    done.length = 0;
    runKey('rename', focused);
    return [...done];
  };
  const { rerender } = render(<OfferingComponent actions={[entry]} />);
  expect(press('side')).toEqual([]);
  expect(press('main')).toEqual(['entry']);
  rerender(<OfferingComponent actions={[entry, row]} />);
  expect(press('side')).toEqual(['row']);
});

it('shows the key of a menu item that it does not bind', () => {
  const items = [{ label: 'Refresh', key: 'refresh', onSelect: () => undefined } as const];
  expect(menuActions(items, { id: 'a', group: 'Test' })).toMatchObject([{ key: 'refresh' }]);
  const [unbound] = menuActions(items, { id: 'a', group: 'Test', binds: false });
  expect(unbound).toMatchObject({ hint: 'F5' });
  expect(unbound).not.toHaveProperty('key');
});
