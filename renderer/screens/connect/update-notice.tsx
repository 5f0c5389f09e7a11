import { useQuery } from '@tanstack/react-query';
import { CircleArrowUp } from 'lucide-react';
import { query } from '../../api/client.ts';
import { setUpdateMode } from '../../api/updates.ts';
import { useAction } from '../../api/use-action.ts';
import { updateModes, updateWords } from '../../parts/session/update-words.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field-problem.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/layout.tsx';
import css from './update-notice.module.css';

export interface UpdateNoticeProps {
  /** Opens the settings of updates. */
  readonly onShow: (() => void) | undefined;
}

/** Asks once for the update mode, and names a newer version. It blocks nothing. */
export function UpdateNotice({ onShow }: UpdateNoticeProps) {
  const state = useQuery(query('updates.state', {})).data;
  const { run, busy, failure } = useAction();
  if (state?.looks !== true) return null;
  if (state.mode === undefined && state.feed !== '')
    return (
      <section className={css['notice']} aria-label="Updates">
        <Icon of={CircleArrowUp} />
        <div className={css['words']}>
          <p>Check for new versions of Strongroom?</p>
          <Note size={12} data-selectable>
            {new URL(state.feed).host}
          </Note>
          {failure !== undefined && <FieldProblem>{failure.message}</FieldProblem>}
        </div>
        {updateModes(state).map(({ value, label, hint }) => (
          <Button
            key={value}
            small
            disabled={busy}
            aria-label={`${label}: ${hint}`}
            title={hint}
            onClick={() => void run((client) => setUpdateMode(client, value))}
          >
            {label}
          </Button>
        ))}
      </section>
    );
  const words = updateWords(state);
  if (words === undefined || onShow === undefined) return null;
  return (
    <section className={css['notice']} aria-label="Updates">
      <Icon of={CircleArrowUp} />
      <p className={css['words']}>{words}</p>
      <Button small onClick={onShow}>
        Show
      </Button>
    </section>
  );
}
