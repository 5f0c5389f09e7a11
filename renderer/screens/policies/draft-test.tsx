import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { UnsavedPolicy } from '../../../shared/vault/policy-effect.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { ReachView } from './reach-view.tsx';
import { Tester } from './tester.tsx';
import css from './policies.module.css';

export interface DraftTestProps {
  readonly session: SessionView;
  readonly unsaved: UnsavedPolicy;
  readonly onOpenRule: (policy: string, line: number) => void;
}

type Part = 'test' | 'access';

const parts: readonly { readonly value: Part; readonly label: string }[] = [
  { value: 'test', label: 'Test' },
  { value: 'access', label: 'Access' },
];

/** Effects of an edited policy before it is saved: nothing of it is sent. */
export function DraftTest({ session, unsaved, onOpenRule }: DraftTestProps) {
  const [part, setPart] = useState<Part>('test');
  const { name } = unsaved;
  return (
    <>
      <Segmented
        label="Part of the draft"
        className={css['parts']}
        options={parts}
        value={part}
        onValue={setPart}
      />
      {part === 'test' ? (
        <Tester session={session} policy={name} unsaved={unsaved} onOpenRule={onOpenRule} />
      ) : (
        <ReachView session={session} policy={name} unsaved={unsaved} onOpenRule={onOpenRule} />
      )}
    </>
  );
}
