import type { WrapLookup } from '../../../shared/vault/wrapping.ts';
import { Chip } from '../../ui/chip.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { comparePath, compareTime } from './expectations.ts';
import type { Comparison } from './expectations.ts';
import type { UnwrapState, UnwrapWork } from './unwrap-work.ts';
import css from './wrapping.module.css';

export interface VerifySenderProps {
  readonly work: UnwrapWork;
  readonly state: UnwrapState;
  readonly lookup: WrapLookup;
  readonly nowMs: number;
}

/** The sender's statements about the token, compared with the server's. Folded until the user opens it. */
export function VerifySender({ work, state, lookup, nowMs }: VerifySenderProps) {
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
  if (comparison.verdict === 'differs') return <Chip tone="danger">differs</Chip>;
  return untold;
}
