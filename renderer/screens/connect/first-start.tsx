import { useQuery } from '@tanstack/react-query';
import { HardDrive, Play, ShieldCheck } from 'lucide-react';
import { query, vault } from '../../api/client.ts';
import { startSample } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field-problem.tsx';
import css from './first-start.module.css';

export interface FirstStartProps {
  readonly onOpened: (sessionId: string) => void;
  /** Given if the settings can be opened: shows the list of stored data. */
  readonly onStored: (() => void) | undefined;
}

/** Help before the first connection is saved, one line each. */
export function FirstStart({ onOpened, onStored }: FirstStartProps) {
  const { program = '' } = useQuery(query('sample.find', {})).data ?? {};
  const starting = useAction();
  const opening = useAction();
  return (
    <section className={css['firstStart']} aria-label="First start">
      <Button
        small
        variant="ghost"
        icon={ShieldCheck}
        disabled={opening.busy}
        onClick={() => void opening.run(() => vault.app.showGuide({}))}
      >
        How secure prompts work
      </Button>
      {onStored !== undefined && (
        <Button small variant="ghost" icon={HardDrive} onClick={onStored}>
          What is stored on this machine
        </Button>
      )}
      {program !== '' && (
        <>
          <Button
            small
            variant="ghost"
            icon={Play}
            title={`${program} was found on the PATH. It runs here, in memory, until you quit.`}
            disabled={starting.busy}
            onClick={() =>
              void starting.run(async (client) => {
                onOpened((await startSample(client)).sessionId);
              })
            }
          >
            {starting.busy ? 'Starting…' : 'Start sample server'}
          </Button>
          {starting.failure !== undefined && <FieldProblem>{starting.failure.message}</FieldProblem>}
        </>
      )}
    </section>
  );
}
