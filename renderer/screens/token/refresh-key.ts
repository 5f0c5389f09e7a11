import { RefreshCw } from 'lucide-react';
import { useActions } from '../../workspace/action-registry.ts';

/** Refreshes with F5, and from the palette, while a screen is in front: only then it is mounted. */
export function useRefreshKey(onRefresh: () => void): void {
  useActions(() => [
    {
      ...{ id: 'token.refresh', label: 'Refresh', group: 'Tokens', icon: RefreshCw, key: 'refresh' },
      region: 'main',
      run: onRefresh,
    },
  ]);
}
