import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Profile } from '../../../shared/vault/connection.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { emptyDraft } from './connect-draft.ts';
import { useDrafts } from './draft-memory.ts';

afterEach(cleanup);

it('starts the next connection empty, even if the login has closed the screen before the last one was settled', () => {
  const client = createQueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const options = { profiles: [], profileId: undefined, address: '' };
  const first = renderHook(() => useDrafts(options), { wrapper });
  act(() => first.result.current.change({ environment: 'production' }));
  const { draft, settle } = first.result.current;
  expect(draft.environment).toBe('production');
  first.unmount();
  act(() => settle(draft, { profileId: 'p1' } as Profile));
  expect(renderHook(() => useDrafts(options), { wrapper }).result.current.draft).toEqual(emptyDraft);
});
