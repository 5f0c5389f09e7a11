import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useCallback } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Text } from '../../ui/layout.tsx';
import { useNow } from '../../ui/now.ts';
import { query } from '../../api/client.ts';
import type { Copied } from './copy-value.ts';
import css from './copied-line.module.css';

/** "Copied password without showing it. The clipboard is cleared in 18 s.", until it is cleared. */
export function CopiedLine({ copied }: { readonly copied: Copied }) {
  const clipboard = useQuery(query('clipboard.state', {})).data;
  const clearsAtMs = Date.parse(copied.clearsAt);
  const read = useCallback(
    (nowMs: number) => (Number.isNaN(clearsAtMs) ? 0 : Math.max(0, Math.round((clearsAtMs - nowMs) / 1000))),
    [clearsAtMs],
  );
  const seconds = useNow(read);
  const replaced =
    clipboard !== undefined && clipboard.clearsAt !== copied.clearsAt && clipboard.clearsAt !== '';
  if (replaced || (seconds === 0 && copied.clearsAt !== '')) return null;
  return (
    <p className={css['copied']}>
      <Icon of={Check} size={14} className={css['tick']} />
      <span>
        Copied {copied.part && 'a part of '}
        {copied.inWords === true ? copied.key : <span data-mono>{copied.key}</span>}
        {copied.unseen ? ' without showing it.' : '.'}
        {seconds > 0 && (
          <>
            {' '}
            The clipboard is cleared in <Text numbers>{seconds} s</Text>.
          </>
        )}
      </span>
    </p>
  );
}
