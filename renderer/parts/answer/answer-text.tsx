import { rawOfAnswer } from '../../api/answers.ts';
import { MaskedText } from '../value/masked-text.tsx';

export interface AnswerTextProps {
  readonly answerId: string;
  readonly isJson: boolean;
}

/** An API response as text: values masked until revealed, credentials always. */
export function AnswerText({ answerId, isJson }: AnswerTextProps) {
  const explain = (revealed: boolean): string => {
    if (!isJson) return revealed ? 'The text is revealed.' : 'The text is masked.';
    return revealed ? 'Credentials stay masked.' : 'Values are masked.';
  };
  return (
    <MaskedText
      key={answerId}
      load={(revealed, signal) => rawOfAnswer(answerId, revealed, signal)}
      explain={explain}
      words={isJson ? ['Reveal all', 'Hide all'] : ['Reveal', 'Hide']}
      isJson={isJson}
    />
  );
}
