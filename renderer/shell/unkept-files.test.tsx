import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { unkeptKey } from '../api/app.ts';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { UnkeptFiles } from './unkept-files.tsx';

afterEach(cleanup);

const full = 'the disk is full';
const unkept = [
  { holds: 'The saved connections', why: full },
  { holds: 'The settings', why: full },
  { holds: 'Tabs, recent entries and favourites', why: 'you have no permission there' },
];
const bridge = installFakeBridge({ 'app.writeUnkept': () => [] });

it('says once for each reason what is not on disk, and has it tried again', async () => {
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <UnkeptFiles unkept={unkept} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('alert').textContent).toContain(
    'lost when you quit: the saved connections, the settings (the disk is full); tabs, recent entries and favourites (you have no permission there).',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(bridge.inputsOf('app.writeUnkept')).toEqual([{}]);
  expect(client.getQueryData(unkeptKey)).toEqual([]);
});
