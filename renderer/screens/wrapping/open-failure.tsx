import { PackageOpen } from 'lucide-react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Banner } from './banner.tsx';
import type { OpenSnapshot, OpenWork, WireForm } from './open-work.ts';
import css from './wrapping.module.css';

export interface OpenFailureProps {
  readonly work: OpenWork;
  readonly state: OpenSnapshot;
  /** How it was presented. */
  readonly form: WireForm;
  readonly failure: { readonly step: 'open' | 'rewrap'; readonly error: AppError };
}

/** Why it was not opened; and where that is not known, what can still be learned. */
export function OpenFailure({ work, state, form, failure: { step, error } }: OpenFailureProps) {
  const { lookup, busy } = state;
  const done = step === 'open' ? 'opened' : 'rewrapped';
  const again = (
    <Button small disabled={busy !== undefined} onClick={() => void work.lookUp()}>
      Look it up
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
                Open it without my token
              </Button>
            )}
            {again}
          </>
        }
      />
    );
  }
  if (lookup === undefined)
    return <ErrorPanel error={error} title={`It is not known whether it was ${done}`} actions={again} />;
  if (lookup.problem === undefined)
    return (
      <Banner tone="ok">
        The request did not reach the server: the token still exists, and can be {done} with another press.
      </Banner>
    );
  return (
    <Banner tone="danger">
      <p className={css['strong']}>The token is gone.</p>
      <p>
        Probably your own request used it up and its answer was lost on the way; or somebody else has opened
        it. What it held cannot be had from it again: ask the sender for a new one, and tell them, so that
        they can change what was in it.
      </p>
    </Banner>
  );
}
