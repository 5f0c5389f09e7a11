import { rawOfAnswer } from '../../api/answers.ts';
import { MaskedText } from '../value/masked-text.tsx';

export interface AnswerTextProps {
  readonly answerId: string;
  readonly isJson: boolean;
}

/** A held answer as text: values masked until revealed, credentials always. */
export function AnswerText({ answerId, isJson }: AnswerTextProps) {
  const explain = (revealed: boolean): string =>
    isJson
      ? `The answer as the server sent it${revealed ? ', credentials masked.' : ', values masked.'}`
      : `The text of the answer${revealed ? '.' : ', masked.'}`;
  return (
    <MaskedText
      key={answerId}
      load={(revealed, signal) => rawOfAnswer(answerId, revealed, signal)}
      explain={explain}
      words={['Reveal', 'Hide']}
    />
  );
}
