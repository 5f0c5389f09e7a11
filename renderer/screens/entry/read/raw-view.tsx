import { rawAnswer } from '../../../api/entries.ts';
import { MaskedText } from '../../../parts/value/masked-text.tsx';

/** The whole answer of an entry, its values masked until revealed. */
export function RawView({ entryId }: { readonly entryId: string }) {
  return (
    <MaskedText
      load={(revealed, signal) => rawAnswer(entryId, revealed, signal)}
      explain={(revealed) => `The answer as the server sent it${revealed ? '.' : ', values masked.'}`}
      words={['Reveal raw', 'Hide values']}
    />
  );
}
