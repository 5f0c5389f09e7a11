import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { keyHint } from '../../workspace/key-map.ts';
import { useRefreshKey } from '../../workspace/refresh-key.ts';
import type { Read } from '../read/use-read.ts';
import css from './resource.module.css';

export interface TopicPageFrameProps {
  readonly title: string;
  /** Precedes `.refresh` in the action's id. */
  readonly id: string;
  /** A few words beside the title. */
  readonly note?: ReactNode;
  /** Read again by Refresh and F5; absent: the page reads nothing. */
  readonly query?: Read<unknown>;
  /** The primary action and other controls of the first line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The page of a topic: title, primary action, refresh, and content. */
export function TopicPage({ title, id, note, query, actions, children }: TopicPageFrameProps) {
  useRefreshKey({
    id: `administration.${id}`,
    group: title,
    // A read spends a use of a limited token: then only buttons that name the cost read.
    onRefresh: query === undefined || query.costs ? undefined : query.refresh,
  });
  return (
    <Page className={css['page']} aria-label={title}>
      <ScreenHead
        title={title}
        note={
          <span className={css['note']}>
            {note !== undefined && <span className={css['notePart']}>{note}</span>}{' '}
            {query?.readAt !== undefined && (
              <span className={css['notePart']}>
                {note !== undefined && '· '}read <RelativeTime iso={query.readAt} />
              </span>
            )}
          </span>
        }
      >
        {actions}
        {query !== undefined &&
          (query.costs ? (
            query.data !== undefined &&
            !query.unasked && (
              <Button icon={RefreshCw} onClick={query.refresh}>
                Refresh (1 use)
              </Button>
            )
          ) : (
            <IconButton icon={RefreshCw} label="Refresh" keys={keyHint('refresh')} onClick={query.refresh} />
          ))}
      </ScreenHead>
      {children}
    </Page>
  );
}
