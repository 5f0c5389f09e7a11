import type { AppError } from '../../../shared/ipc/result.ts';
import {
  lineInRefusal,
  policyFault,
  startOfLine,
  type PolicyFault,
} from '../../../shared/vault/policy-check.ts';
import css from './policies.module.css';

/** Longer texts are checked by the server alone: it would take longer than a key press may. */
const longestChecked = 500_000;

/** The first fault of a text: where the server says that it is, else the first that is known without a server. */
export function faultOf(text: string, failure: AppError | undefined): PolicyFault | undefined {
  const line = lineInRefusal(failure?.serverErrors ?? []);
  if (line !== undefined)
    return { at: startOfLine(text, line), line, message: 'The server refused the policy at this line.' };
  return text.length > longestChecked ? undefined : policyFault(text);
}

export interface FaultLineProps {
  readonly fault: PolicyFault | undefined;
  readonly onGo: (at: number) => void;
}

/** What is wrong with the text, and the way there. It is always as high, so that nothing moves while one types. */
export function FaultLine({ fault, onGo }: FaultLineProps) {
  return (
    <p role="status" className={css['fault']}>
      {fault !== undefined && (
        <>
          <button type="button" onClick={() => onGo(fault.at)}>
            Line {fault.line}
          </button>{' '}
          {fault.message}
        </>
      )}
    </p>
  );
}
