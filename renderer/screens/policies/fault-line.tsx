import type { AppError } from '../../../shared/ipc/result.ts';
import { lineInRefusal, startOfLine, type PolicyFault } from '../../../shared/vault/policy-check.ts';
import { counted } from '../../../shared/vault/counted.ts';
import css from './policies.module.css';

/** The line that the server named when it refused the text; undefined if it named none. */
export function faultInRefusal(text: string, failure: AppError | undefined): PolicyFault | undefined {
  const line = lineInRefusal(failure?.serverErrors ?? []);
  return line === undefined
    ? undefined
    : { at: startOfLine(text, line), line, message: 'The server refused the policy at this line.' };
}

/** `1 error`. */
export function faultCount(faults: readonly PolicyFault[]): string {
  return counted(faults.length, 'error');
}

/** Faults named at once; the header has their number. */
const mostNamed = 2;

export interface FaultLineProps {
  readonly faults: readonly PolicyFault[];
  readonly onGo: (fault: PolicyFault) => void;
}

/** The faults of the text, each with a link to it. The line's height is fixed, so that nothing moves during typing. */
export function FaultLine({ faults, onGo }: FaultLineProps) {
  return (
    <p role="status" className={css['fault']}>
      {faults.slice(0, mostNamed).map((fault) => (
        <span key={fault.at}>
          <button type="button" onClick={() => onGo(fault)}>
            Line {fault.line}
          </button>{' '}
          <span>{fault.message}</span>
        </span>
      ))}
    </p>
  );
}
