import { PackageOpen, RotateCw } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import type { WrapLookup } from '../../../shared/vault/wrapping.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useNow, useSecondsUntil } from '../../ui/now.ts';
import { exactUtc } from '../../../shared/vault/relative-time.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { Countdown } from '../../parts/answer/countdown.tsx';
import { Banner } from '../../ui/banner.tsx';
import { differencesFrom, isHandMade, comparePath, compareTime } from './expectations.ts';
import type { UnwrapState, UnwrapWork, WireForm } from './unwrap-work.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Text } from '../../ui/layout.tsx';
import css from './wrapping.module.css';
import { Disclosure } from '../../ui/disclosure.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Comparison } from './expectations.ts';

export interface CheckedTokenProps {
  readonly work: UnwrapWork;
  readonly state: UnwrapState;
  readonly lookup: WrapLookup;
  readonly form: WireForm;
  readonly loggedIn: boolean;
}

/** The look-up of a token, and the button that unwraps it; it has the focus, so that Enter is enough. */
export function CheckedToken({ work, state, lookup, form, loggedIn }: CheckedTokenProps) {
  const { toldPath, toldTime, busy } = state;
  const ended = useSecondsUntil(Date.parse(lookup.endsAt)) === 0;
  // Sender times are compared by the minute.
  const nowMs = useNow(useCallback((at: number) => Math.floor(at / 60_000) * 60_000, []));
  const differences = differencesFrom(lookup, { path: toldPath, time: toldTime }, nowMs);
  const alarmed = differences.length > 0;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A user who is typing elsewhere keeps the focus.
    if (document.activeElement?.matches('input, textarea') !== true) button.current?.focus();
  }, [lookup]);
  return (
    <>
      <Facts>
        <Fact name="Creation path">
          <code data-selectable>{lookup.creationPath}</code> {lookup.jwt && <Chip>JWT</Chip>}
          {isHandMade(lookup, toldPath) && (
            <Text as="p" tone="dim" size={12}>
              Wrapped by hand. Ask the sender whether they did that.
            </Text>
          )}
        </Fact>
        <Fact name="Created">
          <span data-selectable>{exactUtc(lookup.createdAt)}</span> · <RelativeTime iso={lookup.createdAt} />
        </Fact>
        <Fact name="Expires">
          <Countdown endsAt={lookup.endsAt} ofSeconds={lookup.creationTtlSeconds} />
        </Fact>
      </Facts>
      <VerifySender work={work} state={state} lookup={lookup} nowMs={nowMs} />
      <div role="status" className={css['warnings']}>
        {alarmed && (
          <Banner tone="danger">
            <Text as="p" weight={600}>
              This is not what the sender told you.
            </Text>
            {differences.map((words) => (
              <p key={words}>{words}</p>
            ))}
            <p>Ask the sender through another channel before you unwrap it.</p>
          </Banner>
        )}
      </div>
      {loggedIn && <TokenChoice work={work} form={form} />}
      <div className={css['actions']}>
        <Button
          ref={button}
          variant={alarmed ? 'secondary' : 'primary'}
          icon={PackageOpen}
          disabled={busy !== undefined || ended}
          title={ended ? 'It has expired' : undefined}
          onClick={() => void work.open(form)}
        >
          {busy === 'opening' ? 'Unwrapping…' : alarmed ? 'Unwrap anyway' : 'Unwrap'}
        </Button>
        {loggedIn && (
          <Button
            icon={RotateCw}
            disabled={busy !== undefined || ended}
            title="Replaces it by a new token for the same content, to hand on"
            onClick={() => void work.rewrap()}
          >
            {busy === 'rewrapping' ? 'Rewrapping…' : 'Rewrap'}
          </Button>
        )}
      </div>
    </>
  );
}

interface TokenChoiceProps {
  readonly work: UnwrapWork;
  readonly form: WireForm;
}

/** Chooses if the session's own token is sent with the wrapping token. */
function TokenChoice({ work, form }: TokenChoiceProps) {
  return (
    <Disclosure
      title="Advanced"
      note={form === 'body' ? 'unwraps with your token' : 'unwraps without your token'}
    >
      <RadioField
        label="Unwrap"
        value={form}
        options={forms}
        onValue={(next) => work.change({ form: next })}
      />
    </Disclosure>
  );
}

const forms = [
  {
    value: 'body',
    label: 'With your token',
    hint: 'The audit log records who unwrapped it. Costs one use of a token with limited uses.',
  },
  {
    value: 'header',
    label: 'Without your token',
    hint: 'The wrapping token is sent as X-Vault-Token. Needs no permission.',
  },
] as const;

interface VerifySenderProps {
  readonly work: UnwrapWork;
  readonly state: UnwrapState;
  readonly lookup: WrapLookup;
  readonly nowMs: number;
}

/** The sender's statements about the token, compared with the server's. Folded until the user opens it. */
function VerifySender({ work, state, lookup, nowMs }: VerifySenderProps) {
  const { toldPath, toldTime } = state;
  const path = comparePath(lookup, toldPath);
  const time = compareTime(lookup, toldTime, nowMs);
  return (
    <Disclosure title="Verify sender" initiallyOpen={toldPath !== '' || toldTime !== ''}>
      <div className={css['told']}>
        <TextField
          mono
          optional
          label="Creation path from the sender"
          placeholder="secret/data/payments/…"
          maxLength={4096}
          value={toldPath}
          onChange={(event) => work.change({ toldPath: event.target.value })}
          hint={<Verdict comparison={path} untold="A path, or how it begins." />}
        />
        <TextField
          mono
          optional
          label="Sent at"
          placeholder="14:05"
          maxLength={64}
          value={toldTime}
          onChange={(event) => work.change({ toldTime: event.target.value })}
          {...(time.verdict === 'unreadable'
            ? { error: time.words }
            : { hint: <Verdict comparison={time} untold="Local time, or add UTC." /> })}
        />
      </div>
    </Disclosure>
  );
}

function Verdict({ comparison, untold }: { readonly comparison: Comparison; readonly untold: string }) {
  if (comparison.verdict === 'matches') return <Chip tone="ok">matches</Chip>;
  if (comparison.verdict === 'within') return <Chip>within this path</Chip>;
  if (comparison.verdict === 'differs') return <Chip tone="danger">differs</Chip>;
  return untold;
}
