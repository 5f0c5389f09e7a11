import { PackageOpen } from 'lucide-react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Text } from '../../ui/layout.tsx';
import { Banner } from '../../ui/banner.tsx';
import type { UnwrapState, UnwrapWork, WireForm } from './unwrap-work.ts';

export interface UnwrapFailureProps {
  readonly work: UnwrapWork;
  readonly state: UnwrapState;
  /** Wire form of the failed attempt. */
  readonly form: WireForm;
  readonly failure: { readonly step: 'open' | 'rewrap'; readonly error: AppError };
}

/** The reason unwrapping failed; if that is not known, ways to find out. */
export function UnwrapFailure({ work, state, form, failure: { step, error } }: UnwrapFailureProps) {
  const { lookup, busy } = state;
  const done = step === 'open' ? 'unwrapped' : 'rewrapped';
  const again = (
    <Button small disabled={busy !== undefined} onClick={() => void work.lookUp()}>
      Check again
    </Button>
  );
  if (error.kind !== 'outcome-unknown') {
    const mine = step === 'open' && form === 'body';
    const refusedMine = mine && (error.kind === 'forbidden' || error.kind === 'unauthenticated');
    return (
      <ErrorPanel
        error={error}
        title={`It was not ${done}`}
        actions={
          <>
            {refusedMine && (
              <Button
                small
                icon={PackageOpen}
                disabled={busy !== undefined}
                onClick={() => {
                  work.change({ form: 'header' });
                  void work.open('header');
                }}
              >
                Unwrap without your token
              </Button>
            )}
            {again}
          </>
        }
      />
    );
  }
  if (lookup === undefined)
    return <ErrorPanel error={error} title={`Unknown whether it was ${done}`} actions={again} />;
  if (lookup.problem === undefined)
    return <Banner tone="ok">It was not {done}. The token is still valid.</Banner>;
  return (
    <Banner tone="danger">
      <Text as="p" weight={600}>
        The token is gone.
      </Text>
      <p>
        Your request probably used it and the response was lost. Or someone else unwrapped it. Ask the sender
        to change what was in it and send a new one.
      </p>
    </Banner>
  );
}
