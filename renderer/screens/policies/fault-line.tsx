import type { AppError } from '../../../shared/ipc/result.ts';
import {
  lineInRefusal,
  policyFault,
  startOfLine,
  type PolicyFault,
} from '../../../shared/vault/policy-check.ts';
import css from './policies.module.css';

/** Characters up to which a text is checked here: longer ones would delay a key press. */
const longestChecked = 500_000;

/** The first fault of a text: as reported by the server, else the first one found here. */
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

/** The fault of the text, with a link to it. Its height is fixed, so that nothing moves during typing. */
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
