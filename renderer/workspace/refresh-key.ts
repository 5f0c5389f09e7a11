import { RefreshCw } from 'lucide-react';
import { useActions } from './action-registry.ts';

export interface RefreshKey {
  /** Prefix of `.refresh` in the action's id. */
  readonly id: string;
  readonly group: string;
  /** Undefined if only an explicit request elsewhere can refresh. */
  readonly onRefresh: (() => void) | undefined;
}

/** Refreshes with F5 and from the palette while a screen is mounted, i.e. in front. */
export function useRefreshKey({ id, group, onRefresh }: RefreshKey): void {
  useActions(() =>
    onRefresh === undefined
      ? []
      : [
          {
            id: `${id}.refresh`,
            label: 'Refresh',
            group,
            icon: RefreshCw,
            key: 'refresh',
            region: 'main',
            run: onRefresh,
          },
        ],
  );
}
