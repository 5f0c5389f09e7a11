import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { FirstStart } from './first-start.tsx';

afterEach(cleanup);

function show(program: string, start: () => ReturnType<typeof sampleSession> = () => sampleSession()) {
  const opened: string[] = [];
  const asked: string[] = [];
  const bridge = installFakeBridge({
    'sample.find': () => ({ program }),
    'sample.start': start,
    'app.showGuide': () => ({}),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FirstStart onOpened={(id) => opened.push(id)} onStored={() => asked.push('stored')} />
    </QueryClientProvider>,
  );
  return { bridge, opened, asked, user: userEvent.setup() };
}

describe('the first start', () => {
  it('leads to what the secure prompt is and to what is stored', async () => {
    const { bridge, asked, user } = show('');
    await user.click(screen.getByRole('button', { name: 'How secure prompts work' }));
    expect(bridge.inputsOf('app.showGuide')).toEqual([{}]);
    await user.click(screen.getByRole('button', { name: 'What is stored on this machine' }));
    expect(asked).toEqual(['stored']);
    expect(screen.queryByRole('button', { name: 'Start sample server' })).toBeNull();
  });

  it('starts a sample server where there is a program for it, and only when asked', async () => {
    const { bridge, opened, user } = show('bao');
    const start = await screen.findByRole('button', { name: 'Start sample server' });
    expect(start.title).toMatch(/^bao was found on the PATH/);
    expect(bridge.inputsOf('sample.start')).toEqual([]);
    await user.click(start);
    expect(opened).toHaveLength(1);
  });

  it('says why it did not start', async () => {
    const { user } = show('vault', () => {
      throw new AppFailure({ kind: 'not-offered', message: 'The sample server did not start.' });
    });
    await user.click(await screen.findByRole('button', { name: 'Start sample server' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The sample server did not start.');
  });
});
