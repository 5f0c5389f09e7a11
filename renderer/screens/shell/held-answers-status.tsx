import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { heldAnswersQuery } from '../../api/answers.ts';
import { Icon } from '../../ui/icon.tsx';
import { heldWords, useHeldAnswers } from '../answer/held-answers.tsx';
import css from './status-bar.module.css';

/** How many answers wait in main to be dismissed; a click opens them. */
export function HeldAnswersStatus() {
  const held = useQuery(heldAnswersQuery()).data ?? [];
  const { open, show, dialog } = useHeldAnswers();
  if (held.length === 0 && !open) return null;
  return (
    <>
      {held.length > 0 && (
        <button type="button" className={css['held']} onClick={show}>
          <Icon of={Inbox} size={14} />
          {heldWords(held.length)}
        </button>
      )}
      {dialog}
    </>
  );
}
