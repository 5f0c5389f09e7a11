import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

afterEach(cleanup);

function Sample() {
  const [value, setValue] = useState<'one' | 'two' | 'three'>('one');
  return (
    <Tabs
      label="Settings"
      tabs={[
        { value: 'one', label: 'One' },
        { value: 'two', label: 'Two', note: '1 header' },
        { value: 'three', label: 'Three' },
      ]}
      value={value}
      onValue={setValue}
    >
      panel {value}
    </Tabs>
  );
}

it('is gone through by keys, with one tab stop, and names its panel', async () => {
  const user = userEvent.setup();
  render(<Sample />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'One' }));
  await user.keyboard('{ArrowRight}');
  const two = screen.getByRole('tab', { name: /^Two ?: 1 header$/, selected: true });
  expect(document.activeElement).toBe(two);
  expect(screen.getByRole('tabpanel', { name: /^Two/ }).textContent).toBe('panel two');
  await user.keyboard('{End}{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'One', selected: true })).toBe(document.activeElement);
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tabpanel').textContent).toBe('panel three');
  await user.keyboard('{Home}');
  await user.tab();
  expect(screen.getByRole('tablist').contains(document.activeElement)).toBe(false);
  await user.click(two);
  expect(screen.getByRole('tabpanel').textContent).toBe('panel two');
});
