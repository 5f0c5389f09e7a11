import { rawAnswer } from '../../../api/entries.ts';
import { MaskedText } from '../../../parts/value/masked-text.tsx';

/** The whole response of an entry, its values masked until revealed. */
export function RawView({ entryId }: { readonly entryId: string }) {
  return (
    <MaskedText
      load={(revealed, signal) => rawAnswer(entryId, revealed, signal)}
      explain={(revealed) => (revealed ? 'Values are revealed.' : 'Values are masked.')}
      words={['Reveal raw', 'Hide values']}
      isJson
    />
  );
}
