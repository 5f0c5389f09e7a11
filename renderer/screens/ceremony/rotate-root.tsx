import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { Where } from '../../../shared/vault/where.ts';
import { vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { Row } from '../../ui/layout.tsx';

export interface RotateRootProps {
  readonly where: Where;
  readonly onRekey: () => void;
}

/** Rotates the root key, which encrypts the keyring; needs only a token's permission if the server offers that. */
export function RotateRoot({ where, onRekey }: RotateRootProps) {
  const action = useAction();
  const [doneAt, setDoneAt] = useState<string>();
  const { failure } = action;
  const rotate = async (): Promise<void> => {
    const done = await action.run(async () => {
      await vault.ceremony.rotateRoot({ where });
      return true;
    });
    if (done === true) setDoneAt(new Date().toISOString());
  };
  return (
    <>
      <p>The root key encrypts the keyring. Key shares stay as they are, and nothing has to be unsealed.</p>
      {failure !== undefined &&
        (failure.kind === 'forbidden' && failure.path !== undefined ? (
          <RefusalCard error={failure} />
        ) : (
          <ErrorPanel error={failure} />
        ))}
      {doneAt !== undefined && (
        <p role="status">
          Rotated <RelativeTime iso={doneAt} />.
        </p>
      )}
      <Row wrap gap={8}>
        {failure?.kind === 'not-offered' ? (
          <Button variant="primary" onClick={onRekey}>
            Rekey the unseal keys
          </Button>
        ) : failure?.kind === 'root-namespace-only' ? null : (
          <Button variant="primary" icon={RefreshCw} disabled={action.busy} onClick={() => void rotate()}>
            Rotate root key…
          </Button>
        )}
      </Row>
    </>
  );
}
