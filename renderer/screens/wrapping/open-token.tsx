import { ClipboardPaste, Keyboard, PackageOpen, X } from 'lucide-react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { hiddenDots } from '../../ui/hidden-dots.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AnswerPanel } from '../../parts/answer/answer-panel.tsx';
import { charactersWords } from '../../parts/answer/secret-words.ts';
import { Banner } from './banner.tsx';
import { LookedUp } from './looked-up.tsx';
import { OpenFailure } from './open-failure.tsx';
import type { OpenWork, WireForm } from './open-work.ts';
import css from './wrapping.module.css';

export interface OpenTokenProps {
  readonly work: OpenWork;
  /** The better one here. */
  readonly form: WireForm;
  /** Logged in: both wire forms and rewrapping can be had. */
  readonly loggedIn: boolean;
  readonly onOpened?: (sessionId: string) => void;
}

/** Take a wrapping token, look it up, open it: three presses, of which only the last one uses it. */
export function OpenToken({ work, form, loggedIn, onOpened }: OpenTokenProps) {
  const state = useStore(work);
  const { card, busy, lookup, problem, failure, answer } = state;

  if (answer !== undefined)
    return (
      <>
        <AnswerPanel
          answer={answer}
          where={work.where}
          onDismissed={work.clear}
          {...(onOpened === undefined ? {} : { onOpened })}
        />
        <div className={css['actions']}>
          <Button icon={PackageOpen} onClick={work.clear}>
            Open another
          </Button>
          {answer.once && (
            <span className={css['dim']}>This answer stays among the held ones until you dismiss it.</span>
          )}
        </div>
      </>
    );

  const refused = lookup?.problem;
  return (
    <>
      <section className={css['card']} aria-label="Wrapping token">
        <div className={css['take']}>
          <div className={css['token']}>
            {card === undefined ? (
              'No token yet'
            ) : (
              <>
                {hiddenDots}
                <Chip>
                  {charactersWords(card.length)},{' '}
                  {state.from === 'clipboard' ? 'from the clipboard' : 'typed'}
                </Chip>
                <IconButton
                  small
                  icon={X}
                  label="Forget this token"
                  disabled={busy !== undefined}
                  onClick={work.clear}
                />
              </>
            )}
          </div>
          <Button
            icon={ClipboardPaste}
            variant={card === undefined ? 'primary' : 'secondary'}
            disabled={busy !== undefined}
            onClick={() => void work.take('clipboard')}
          >
            Paste
          </Button>
          <Button icon={Keyboard} disabled={busy !== undefined} onClick={() => void work.take('typed')}>
            Type it…
          </Button>
        </div>
        {busy === 'looking' && <Skeleton rows={3} />}
        {problem !== undefined && (
          <ErrorPanel
            error={problem}
            title={card === undefined ? 'No token was taken' : 'It could not be looked up'}
            actions={
              card !== undefined && (
                <Button small onClick={() => void work.lookUp()}>
                  Look it up again
                </Button>
              )
            }
          />
        )}
        {lookup !== undefined && refused === undefined && busy !== 'looking' && (
          <LookedUp {...{ work, state, lookup, loggedIn }} form={state.form ?? form} />
        )}
        {refused !== undefined && failure?.error.kind !== 'outcome-unknown' && (
          <>
            <Refused error={refused} />
            <div className={css['buttons']}>
              <Button small disabled={busy !== undefined} onClick={() => void work.lookUp()}>
                Look it up again
              </Button>
            </div>
          </>
        )}
        {failure !== undefined && <OpenFailure {...{ work, state, failure }} form={state.form ?? form} />}
      </section>
      {refused === undefined && failure === undefined && (
        <Banner tone="warn">
          If a fresh token cannot be looked up, somebody opened it before you. Do not ask for another one:
          report it.
        </Banner>
      )}
    </>
  );
}

/** A look-up that fails is a finding: somebody else may have been there first. */
function Refused({ error }: { readonly error: AppError }) {
  const { message, hint, serverErrors = [], status } = error;
  return (
    <div role="alert">
      <Banner tone="danger">
        <p className={css['strong']}>This token cannot be opened.</p>
        <p data-selectable>{message}</p>
        {hint !== undefined && <p data-selectable>{hint}</p>}
        {serverErrors.length > 0 && (
          <p className={css['said']} data-selectable>
            The server said{status === undefined ? '' : ` (status ${String(status)})`}:{' '}
            {serverErrors.join(' ')}
          </p>
        )}
      </Banner>
    </div>
  );
}
