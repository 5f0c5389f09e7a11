import type { AppError } from '../../../shared/ipc/result.ts';
import { lineInRefusal, startOfLine, type PolicyFault } from '../../../shared/vault/policy-check.ts';
import css from './policies.module.css';

/** The line that the server named when it refused the text; undefined if it named none. */
export function faultInRefusal(text: string, failure: AppError | undefined): PolicyFault | undefined {
  const line = lineInRefusal(failure?.serverErrors ?? []);
  return line === undefined
    ? undefined
    : { at: startOfLine(text, line), line, message: 'The server refused the policy at this line.' };
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
