import { RefreshCw } from 'lucide-react';
import { useActions } from './action-registry.ts';

export interface RefreshKey {
  /** Before `.refresh`, to make the action's id. */
  readonly id: string;
  readonly group: string;
  /** Undefined: there is nothing to refresh without a person's asking for it elsewhere. */
  readonly onRefresh: (() => void) | undefined;
}

/** Refreshes with F5, and from the palette, while a screen is in front: only then it is mounted. */
export function useRefreshKey({ id, group, onRefresh }: RefreshKey): void {
  useActions(() =>
    onRefresh === undefined
      ? []
      : [
          {
            ...{ id: `${id}.refresh`, label: 'Refresh', group, icon: RefreshCw },
            ...{ key: 'refresh', region: 'main', run: onRefresh },
          },
        ],
  );
}
