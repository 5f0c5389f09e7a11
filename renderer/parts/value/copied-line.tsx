import { toned } from '../../ui/tone.ts';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useCallback } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/now.ts';
import { query } from '../../api/client.ts';
import type { Copied } from './copy-value.ts';
import css from './copied-line.module.css';

/** "Copied password without showing it.", until the clipboard is cleared; the status bar counts down to that. */
export function CopiedLine({ copied }: { readonly copied: Copied }) {
  const clipboard = useQuery(query('clipboard.state', {})).data;
  const clearsAtMs = Date.parse(copied.clearsAt);
  const cleared = useNow(useCallback((nowMs: number) => nowMs >= clearsAtMs, [clearsAtMs]));
  const replaced =
    clipboard !== undefined && clipboard.clearsAt !== copied.clearsAt && clipboard.clearsAt !== '';
  if (replaced || cleared) return null;
  return (
    <p className={css['copied']}>
      <Icon of={Check} size={14} className={toned('ok')} />
      <span>
        Copied {copied.part && 'a part of '}
        {copied.inWords === true ? copied.key : <span data-mono>{copied.key}</span>}
        {copied.unseen ? ' without showing it.' : '.'}
      </span>
    </p>
  );
}
