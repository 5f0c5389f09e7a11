import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, ClipboardX } from 'lucide-react';
import { useCallback } from 'react';
import { query } from '../api/client.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { useNow } from '../ui/now.ts';
import { toned } from '../ui/tone.ts';
import css from './status-bar.module.css';

/** Countdown to the clearing of the app's clipboard content; reports failed clearing. */
export function ClipboardStatus() {
  const state = useQuery(query('clipboard.state', {})).data;
  const clearsAtMs = Date.parse(state?.clearsAt ?? '');
  const read = useCallback(
    (nowMs: number) => (Number.isNaN(clearsAtMs) ? 0 : Math.max(0, Math.round((clearsAtMs - nowMs) / 1000))),
    [clearsAtMs],
  );
  const seconds = useNow(read);
  if (state?.problem !== undefined) {
    return (
      <span role="alert" className={classes(css['item'], toned('danger'))}>
        <Icon of={ClipboardX} size={14} />
        <span className={css['text']}>Clipboard not cleared: {state.problem}</span>
      </span>
    );
  }
  if (seconds === 0) return null;
  return (
    <span className={css['item']}>
      <Icon of={ClipboardCheck} size={14} />
      <span className={css['text']}>Clipboard is cleared in {seconds} s</span>
    </span>
  );
}
