import { PackageOpen, RotateCw } from 'lucide-react';
import { useCallback } from 'react';
import type { WrapLookup } from '../../../shared/vault/wrapping.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useNow } from '../../ui/now.ts';
import { RadioField } from '../../ui/radio-field.tsx';
import { exactUtc } from '../../ui/relative-time.ts';
import { TextField } from '../../ui/text-field.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { Countdown, useSecondsLeft } from '../../parts/answer/countdown.tsx';
import { Banner } from './banner.tsx';
import { heldPath, heldTime, warningsOf } from './expectations.ts';
import type { Held } from './expectations.ts';
import type { OpenSnapshot, OpenWork, WireForm } from './open-work.ts';
import css from './wrapping.module.css';

export interface LookedUpProps {
  readonly work: OpenWork;
  readonly state: OpenSnapshot;
  readonly lookup: WrapLookup;
  readonly form: WireForm;
  readonly loggedIn: boolean;
}

/** What the server says of a token, against what the person was told; and the one press that opens it. */
export function LookedUp({ work, state, lookup, form, loggedIn }: LookedUpProps) {
  const { toldPath, toldTime, busy } = state;
  const ended = useSecondsLeft(lookup.endsAt) === 0;
  // A minute is exact enough for a time that people say.
  const nowMs = useNow(useCallback((at: number) => Math.floor(at / 60_000) * 60_000, []));
  const path = heldPath(lookup, toldPath);
  const time = heldTime(lookup, toldTime, nowMs);
  const warnings = warningsOf(lookup, { path: toldPath, time: toldTime }, nowMs);
  const alarmed = warnings.some(({ tone }) => tone === 'danger');
  return (
    <>
      <dl className={css['facts']}>
        <dt>Made from</dt>
        <dd>
          <code data-selectable>{lookup.creationPath}</code> {lookup.jwt && <Chip>JWT</Chip>}
        </dd>
        <dt>Made at</dt>
        <dd>
          <span data-selectable>{exactUtc(lookup.createdAt)}</span> · <RelativeTime iso={lookup.createdAt} />
        </dd>
        <dt>Opens until</dt>
        <dd>
          {exactUtc(lookup.endsAt).replace(/^.*, /, '')} ·{' '}
          <Countdown endsAt={lookup.endsAt} ofSeconds={lookup.creationTtlSeconds} />
        </dd>
      </dl>
      <div className={css['told']}>
        <TextField
          mono
          optional
          label="I was told it is from"
          placeholder="secret/data/payments/…"
          maxLength={4096}
          value={toldPath}
          onChange={(event) => {
            work.change({ toldPath: event.target.value });
          }}
          hint={<Verdict held={path} untold="A path, or how it begins." />}
        />
        <TextField
          mono
          optional
          label="and was sent at"
          placeholder="14:05"
          maxLength={64}
          value={toldTime}
          onChange={(event) => {
            work.change({ toldTime: event.target.value });
          }}
          {...(time.verdict === 'unreadable'
            ? { error: time.words }
            : { hint: <Verdict held={time} untold="This machine’s time, or add UTC." /> })}
        />
      </div>
      <div className={css['warnings']} role="status">
        {warnings.map(({ tone, words }) => (
          <Banner key={words} tone={tone}>
            {words}
          </Banner>
        ))}
        {alarmed && (
          <Banner tone="danger">
            Ask the sender by another way before you open it. Opening uses it up, and the trace with it.
          </Banner>
        )}
      </div>
      {loggedIn && (
        <Disclosure title="Details" note={form === 'body' ? 'with my own token' : 'as the request’s token'}>
          <RadioField
            label="How it is presented"
            value={form}
            options={forms}
            onValue={(next) => {
              work.change({ form: next });
            }}
          />
        </Disclosure>
      )}
      <div className={css['actions']}>
        <Button
          variant={alarmed ? 'secondary' : 'primary'}
          icon={PackageOpen}
          disabled={busy !== undefined || ended}
          title={ended ? 'It has ended' : undefined}
          onClick={() => void work.open(form)}
        >
          {busy === 'opening' ? 'Opening…' : alarmed ? 'Open it all the same' : 'Open it now'}
        </Button>
        {loggedIn && (
          <Button
            icon={RotateCw}
            disabled={busy !== undefined || ended}
            title="Uses this token up for a new one of the same content, to hand on"
            onClick={() => void work.rewrap()}
          >
            {busy === 'rewrapping' ? 'Rewrapping…' : 'Give it back rewrapped'}
          </Button>
        )}
        <span className={css['aside']}>Opening is never repeated for you.</span>
      </div>
    </>
  );
}

const forms = [
  {
    value: 'body',
    label: 'With my own token',
    hint: 'The server notes in its audit log who opened it. Costs one use where my token’s uses are counted.',
  },
  {
    value: 'header',
    label: 'As the request’s own token',
    hint: 'As somebody who is not logged in does it. Works where my token may not unwrap.',
  },
] as const;

function Verdict({ held, untold }: { readonly held: Held; readonly untold: string }) {
  if (held.verdict === 'matches') return <Chip tone="ok">matches</Chip>;
  if (held.verdict === 'differs') return <Chip tone="danger">differs</Chip>;
  return untold;
}
