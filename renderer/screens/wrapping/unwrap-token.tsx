import { ClipboardPaste, Keyboard, PackageOpen, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
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
import { Card, Row, Text } from '../../ui/layout.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import { isKey, keyHint } from '../../workspace/key-map.ts';
import { Banner } from '../../ui/banner.tsx';
import { CheckedToken } from './checked-token.tsx';
import { UnwrapFailure } from './unwrap-failure.tsx';
import type { UnwrapWork, WireForm } from './unwrap-work.ts';
import css from './wrapping.module.css';

export interface UnwrapTokenProps {
  readonly work: UnwrapWork;
  /** The preferred wire form here. */
  readonly form: WireForm;
  /** Logged in: both wire forms and rewrapping are available. */
  readonly loggedIn: boolean;
  readonly onOpened?: (sessionId: string) => void;
}

/** Takes a wrapping token, checks it, unwraps it: three presses, of which only the last uses it up. */
export function UnwrapToken({ work, form, loggedIn, onOpened }: UnwrapTokenProps) {
  const state = useStore(work);
  const { token, busy, lookup, problem, failure, answer } = state;
  usePasteKey(work);
  useActions(() =>
    answer === undefined
      ? [
          {
            id: 'wrapping.paste',
            label: 'Paste wrapping token',
            group: 'Wrapping',
            icon: ClipboardPaste,
            also: 'unwrap check clipboard',
            run: () => void work.take('clipboard'),
          },
        ]
      : [],
  );

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
            Unwrap another
          </Button>
        </div>
      </>
    );

  const refused = lookup?.problem;
  return (
    <Card as="section" className={css['card']} aria-label="Wrapping token">
      <Row wrap gap={8}>
        <div className={css['token']}>
          {token === undefined ? (
            'No token yet'
          ) : (
            <>
              {hiddenDots}
              <Chip>
                {charactersWords(token.length)}, {state.from === 'clipboard' ? 'pasted' : 'typed'}
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
          variant={token === undefined ? 'primary' : 'secondary'}
          disabled={busy !== undefined}
          title={`Paste the token (${keyHint('pasteToken')})`}
          onClick={() => void work.take('clipboard')}
        >
          Paste
        </Button>
        <Button icon={Keyboard} disabled={busy !== undefined} onClick={() => void work.take('typed')}>
          Type…
        </Button>
      </Row>
      {busy === 'looking' && <Skeleton rows={3} />}
      <ErrorPanel
        error={problem}
        title={token === undefined ? 'No token was taken' : 'The token could not be checked'}
        actions={
          token !== undefined && (
            <Button small onClick={() => void work.lookUp()}>
              Retry
            </Button>
          )
        }
      />
      {lookup !== undefined && refused === undefined && busy !== 'looking' && (
        <CheckedToken
          work={work}
          state={state}
          lookup={lookup}
          loggedIn={loggedIn}
          form={state.form ?? form}
        />
      )}
      {refused !== undefined && failure?.error.kind !== 'outcome-unknown' && <Refused error={refused} />}
      {failure !== undefined && (
        <UnwrapFailure work={work} state={state} failure={failure} form={state.form ?? form} />
      )}
    </Card>
  );
}

/**
 * Ctrl+V outside of a field takes the token from the clipboard in main. The key is handled, not the paste event: its
 * text must not reach this page.
 */
function usePasteKey(work: UnwrapWork): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isKey(event, 'pasteToken')) return;
    const { target } = event;
    if (
      target instanceof Element &&
      target.closest('input, textarea, [data-code-editor], [role=dialog]') !== null
    )
      return;
    event.preventDefault();
    if (work.snapshot().answer === undefined) void work.take('clipboard');
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** A failed check is a finding: another person can have unwrapped the token already. Nothing brings it back. */
function Refused({ error }: { readonly error: AppError }) {
  const { message, hint, serverErrors = [], status } = error;
  return (
    <div role="alert">
      <Banner tone="danger">
        <Text as="p" weight={600}>
          This token cannot be unwrapped.
        </Text>
        <Text as="p" tone="text" data-selectable>
          {message} {hint}
        </Text>
        {serverErrors.length > 0 && (
          <details className={css['said']}>
            <summary>The server said{status === undefined ? '' : ` (status ${String(status)})`}</summary>
            <span data-selectable>{serverErrors.join(' ')}</span>
          </details>
        )}
      </Banner>
    </div>
  );
}
