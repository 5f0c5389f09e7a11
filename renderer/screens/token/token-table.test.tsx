import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { failing, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { TokenScreen } from './token-screen.tsx';
import { newSession, showScreen, withRoom } from '../../fixtures/screen.fixture.tsx';
import { accessorRow, inspection, jobEnd } from './tokens.fixture.ts';

withRoom(1200);

async function show(rows: readonly AccessorRow[], answers: Answers = {}) {
  const session = newSession();
  const bridge = showScreen(session, <TokenScreen session={session} accessor="" />, {
    'token.inspect': ({ token }) =>
      inspection(
        token.by === 'accessor' ? { accessor: token.accessor, displayName: `looked-${token.accessor}` } : {},
      ),
    'token.accessors': () => ({ jobId: 'look' }),
    'token.revokeMany': () => ({ jobId: 'revoke' }),
    'job.cancel': () => ({}),
    ...answers,
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'List all tokens' }));
  await act(async () => {
    const batch = { jobId: 'look', rows, done: rows.length, total: rows.length };
    if (rows.length > 0) bridge.emit('token.accessorsFound', batch);
    await Promise.resolve();
  });
  return { bridge, user, session };
}

const some = [
  accessorRow('aaa', { displayName: 'zoe', policies: ['ops'] }),
  accessorRow('bbb', { displayName: 'adam', policies: ['root'] }),
  accessorRow('ccc', { displayName: 'mary', policies: ['ops'], numUses: 2 }),
];

function names(): string[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[1]?.textContent.trim().split(' ')[0] ?? '');
}

describe('the table of all tokens', () => {
  it('asks for nothing until told to, then shows rows as they come, and can be cancelled', async () => {
    const { bridge, user } = await show(some);
    expect(screen.getByText('Looking up: 3 of 3')).toBeTruthy();
    expect(names()).toEqual(['adam', 'mary', 'userpass-ops', 'zoe']);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(bridge.inputsOf('job.cancel')).toEqual([{ jobId: 'look' }]);
    act(() => {
      bridge.emit('job.ended', jobEnd('look', { outcome: 'cancelled' }));
    });
    expect(screen.getByText(/Cancelled: 3 of 3 tokens were looked up/)).toBeTruthy();
  });

  it('sorts by a header, and says so', async () => {
    const { user } = await show(some);
    const header = screen.getByRole('columnheader', { name: 'Name' });
    expect(header.getAttribute('aria-sort')).toBe('ascending');
    await user.click(within(header).getByRole('button'));
    expect(header.getAttribute('aria-sort')).toBe('descending');
    // The session's own token, too, stands where the mark says.
    expect(names()).toEqual(['zoe', 'userpass-ops', 'mary', 'adam']);
    await user.click(screen.getByRole('button', { name: 'Uses' }));
    expect(header.getAttribute('aria-sort')).toBe('none');
    expect(names()[0]).toBe('mary');
  });

  it('selects all that is shown, and revokes it with one confirmation, mine last', async () => {
    const { bridge, user, session } = await show([
      ...some,
      accessorRow('hmac0lXkYq3vG8sT1zPd5f7B', { displayName: 'me', policies: ['ops'] }),
    ]);
    act(() => {
      bridge.emit('job.ended', jobEnd('look'));
    });
    expect(screen.getByText(/^4 tokens/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Revoke \d/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await user.click(screen.getByRole('button', { name: 'Revoke 4…' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const asked = bridge.inputsOf('token.revokeMany')[0];
    expect(asked?.accessors).toHaveLength(4);
    expect(asked?.accessors.at(-1)).toBe(session.token.accessor);
    act(() => {
      bridge.emit('token.revoked', {
        jobId: 'revoke',
        rows: [
          { accessor: 'aaa', outcome: 'revoked' },
          { accessor: 'bbb', outcome: 'gone' },
          { accessor: 'ccc', outcome: 'failed', reason: 'permission denied' },
        ],
        done: 3,
        total: 4,
      });
      bridge.emit('job.ended', jobEnd('revoke', { outcome: 'cancelled' }));
    });
    const result = screen.getByRole('region', { name: 'Revocation' });
    expect(result.textContent).toContain('1 revoked · 1 already gone · 1 failed · 1 not tried');
    expect(result.textContent).toContain('permission denied');
    expect(names()).toEqual(['mary', 'me']);
    expect(screen.getByText(/^2 tokens/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Retry the failed…' }));
    expect(bridge.inputsOf('token.revokeMany').at(-1)?.accessors).toEqual(['ccc']);
  });

  it('counts and revokes what is selected and shown; what a filter hides is said and left alone', async () => {
    const { bridge, user } = await show(some);
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await user.type(screen.getByRole('searchbox', { name: 'Accessor or name' }), 'mar');
    expect(screen.getByText(/1 selected, [23] more hidden by the filter/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Revoke 1…' }));
    expect(bridge.inputsOf('token.revokeMany').map(({ accessors }) => accessors.length)).toEqual([1]);
  });

  it('narrows by the text and says how many are shown, of those that there are', async () => {
    const { bridge, user } = await show(some);
    act(() => {
      bridge.emit('job.ended', jobEnd('look'));
    });
    expect(screen.getByText(/^4 tokens/)).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: 'Accessor or name' }), 'mar');
    expect(names()).toEqual(['mary']);
    expect(screen.getByText(/^1 of 4 tokens/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(names()).toHaveLength(4);
  });

  it('clears the selection of what is shown by the same box', async () => {
    const { user } = await show(some);
    const all = screen.getByRole('checkbox', { name: 'Select all shown' });
    await user.click(all);
    expect(screen.getByText('4 selected')).toBeTruthy();
    expect(all).toHaveProperty('checked', true);
    await user.click(all);
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  it('is used by keyboard alone: arrows, Space, Enter', async () => {
    const { user } = await show(some);
    act(() => {
      screen.getAllByRole('row')[1]?.focus();
    });
    await user.keyboard(' ');
    expect(screen.getByText(/1 selected/)).toBeTruthy();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => {
      expect(document.activeElement?.textContent).toContain('mary');
    });
    await user.keyboard('{Enter}');
    const details = screen.getByRole('complementary', { name: 'Details' });
    expect(await within(details).findByRole('heading', { name: 'looked-ccc' })).toBeTruthy();
    expect(document.activeElement).toBe(details);
    // Escape returns to the row.
    await user.keyboard('{Escape}');
    expect(document.activeElement?.textContent).toContain('mary');
  });

  it('does not draw thousands of rows', async () => {
    await show(Array.from({ length: 5000 }, (_, index) => accessorRow(`n${String(index)}`)));
    expect(screen.getAllByRole('row').length).toBeGreaterThan(12);
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5002');
  });

  it('stays in the order of Tab, and keeps the focus, when the row of the focus is scrolled away', async () => {
    const { user } = await show(
      Array.from({ length: 1000 }, (_, index) => accessorRow(`n${String(index).padStart(4, '0')}`)),
    );
    const first = screen.getAllByRole('row')[1];
    act(() => {
      first?.focus();
    });
    const grid = screen.getByRole('grid');
    grid.scrollTop = 16_000;
    fireEvent.scroll(grid);
    expect(await screen.findByText('n0501')).toBeTruthy();
    expect(document.activeElement).toBe(first);
    expect(
      within(grid)
        .queryAllByRole('row')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toEqual([first]);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('3');
  });

  it('shows a look-up that failed as a row with its reason', async () => {
    const { bridge } = await show([
      ...some,
      { accessor: 'gone', problem: 'It expired or was revoked after the list was read.' },
    ]);
    act(() => {
      bridge.emit('job.ended', jobEnd('look'));
    });
    expect(screen.getByText(/It expired or was revoked after the list was read\./)).toBeTruthy();
    expect(screen.getByText(/1 could not be looked up/)).toBeTruthy();
  });

  it('names the right that is missing, whether the start or the job is refused', async () => {
    const error = { kind: 'forbidden', message: 'No.', path: 'auth/token/accessors' } as const;
    const rule = 'path "auth/token/accessors/" { capabilities = ["list", "sudo"] }';
    await show([], { 'token.accessors': failing(error) });
    expect(await screen.findByText(rule)).toBeTruthy();
    cleanup();
    const { bridge } = await show([]);
    act(() => {
      bridge.emit('job.ended', jobEnd('look', { outcome: 'stopped', error }));
    });
    expect(screen.getByText(rule)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Why was I refused?' })).toBeTruthy();
  });
});
