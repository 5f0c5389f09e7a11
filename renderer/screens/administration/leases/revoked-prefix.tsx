import { X } from 'lucide-react';
import { counted } from '../../../../shared/vault/counted.ts';
import type { LeaseCount, PrefixRevoked } from '../../../../shared/vault/lease.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import css from '../administration.module.css';

export interface RevokedPrefixProps {
  readonly prefix: string;
  readonly result: PrefixRevoked;
  readonly onDismiss: () => void;
}

/** Result of revoking a prefix: the counts before and after, and the leases left. */
export function RevokedPrefix({ prefix, result, onDismiss }: RevokedPrefixProps) {
  const { before, after, left, warnings } = result;
  return (
    <div role="status" className={css['notice']} data-selectable>
      <Row align="start" gap={8}>
        <Text as="p" grow shrinks>
          {prefix}: {countWords(before)} before, {countWords(after)} left.
        </Text>
        <IconButton small icon={X} label="Close result" onClick={onDismiss} />
      </Row>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      {left.length > 0 && (
        <Disclosure title="Remaining leases">
          <ul>
            {left.map((lease) => (
              <Text as="li" key={lease} mono size={12}>
                {lease}
              </Text>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function countWords({ leases, atLeast }: LeaseCount): string {
  if (atLeast && leases === 0) return 'not counted';
  const many = counted(leases, 'lease');
  return atLeast ? `at least ${many}` : many;
}
