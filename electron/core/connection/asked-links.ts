/**
 * Links to entries that another program has opened Strongroom with. Main keeps them for the page, which shows one
 * and opens its entry only after a click: a link itself reads and sends nothing. The shown link stays until the user
 * has dealt with it, so that none can slip under a click; of those that come meanwhile the latest waits.
 */
import { isLink } from '../../../shared/vault/link.ts';

export interface AskedLinks {
  /** Takes a link; anything else is ignored. */
  readonly ask: (link: unknown) => void;
  /** The link to show; empty: none. */
  readonly shown: () => string;
  /** Ends a link that the user has opened or closed; another one stays. */
  readonly drop: (link: string) => void;
}

/** Makes the store; `changed` is called when another link is to be shown. */
export function createAskedLinks(changed: () => void): AskedLinks {
  let links: readonly string[] = [];
  return {
    ask: (link) => {
      if (!isLink(link) || links.includes(link)) return;
      links = [...links.slice(0, 1), link];
      if (links.length === 1) changed();
    },
    shown: () => links[0] ?? '',
    drop: (link) => {
      if (links[0] !== link) return;
      links = links.slice(1);
      changed();
    },
  };
}
