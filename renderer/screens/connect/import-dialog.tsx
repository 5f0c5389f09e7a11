import { TriangleAlert } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import type { Output } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field-problem.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import css from './transfer.module.css';

export interface ImportDialogProps {
  readonly outcome: Output<'profile.import'> | undefined;
  readonly error: AppError | undefined;
  readonly onClose: () => void;
}

/** Imported connections, and problems of the others. */
export function ImportDialog({ outcome, error, onClose }: ImportDialogProps) {
  const added = outcome?.added ?? [];
  const problems = outcome?.problems ?? [];
  return (
    <Dialog open title={titleOf(added.length)} onClose={onClose}>
      <Stack gap={12}>
        {error !== undefined && (
          <FieldProblem>
            {error.message} {error.hint}
          </FieldProblem>
        )}
        {added.length > 0 && (
          <ul className={css['choices']} aria-label="Imported connections">
            {added.map(({ profileId, name, address }) => (
              <Text as="li" key={profileId} breaks>
                {name} <span className={css['address']}>{address}</span>
              </Text>
            ))}
          </ul>
        )}
        {problems.length > 0 && (
          <ul className={css['problems']} aria-label="Notes">
            {problems.map((problem, index) => (
              <li key={index} data-selectable>
                <Icon of={TriangleAlert} size={14} />
                <span>{problem}</span>
              </li>
            ))}
          </ul>
        )}
        {added.length > 0 && <p>Nothing was sent. Log in to use {added.length === 1 ? 'it' : 'them'}.</p>}
      </Stack>
    </Dialog>
  );
}

function titleOf(count: number): string {
  if (count === 0) return 'Nothing was imported';
  return `${counted(count, 'connection')} imported`;
}
