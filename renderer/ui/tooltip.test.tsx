import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Tooltip } from './tooltip.tsx';

afterEach(cleanup);

describe('a tooltip', () => {
  it('shows where a key moves the focus to its child, and not where the focus comes back by itself', async () => {
    const user = userEvent.setup();
    render(
      <Tooltip text="What it is">
        <button type="button">It</button>
      </Tooltip>,
    );
    await user.tab();
    expect(screen.getByRole('tooltip').textContent).toBe('What it is');
    await user.keyboard('{Enter}');
    const button = screen.getByRole('button');
    act(() => {
      button.blur();
    });
    expect(screen.queryByRole('tooltip')).toBeNull();
    act(() => {
      button.focus();
    });
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});
