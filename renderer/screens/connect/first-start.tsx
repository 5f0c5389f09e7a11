import { useQuery } from '@tanstack/react-query';
import { HardDrive, Play, ShieldCheck } from 'lucide-react';
import { query, vault } from '../../api/client.ts';
import { startSample } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import css from './first-start.module.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { toned } from '../../ui/tone.ts';

export interface FirstStartProps {
  readonly onOpened: (sessionId: string) => void;
  /** Given if the settings can be opened: shows the list of stored data. */
  readonly onStored: (() => void) | undefined;
}

/** Hints and actions before the first connection is saved. */
export function FirstStart({ onOpened, onStored }: FirstStartProps) {
  const { program = '' } = useQuery(query('sample.find', {})).data ?? {};
  const starting = useAction();
  const opening = useAction();
  return (
    <section className={css['firstStart']} aria-label="First start">
      <FirstStartRow
        icon={ShieldCheck}
        title="Secure prompt"
        words="Each one shows a phrase and a picture made for you. If they are missing, do not type anything."
      >
        <Button small disabled={opening.busy} onClick={() => void opening.run(() => vault.app.showGuide({}))}>
          Guide
        </Button>
      </FirstStartRow>
      <FirstStartRow
        icon={HardDrive}
        title="On this machine"
        words="Connections, settings, favourites and a log. No token, no password, no value."
      >
        {onStored !== undefined && (
          <Button small onClick={onStored}>
            Files…
          </Button>
        )}
      </FirstStartRow>
      {program !== '' && (
        <FirstStartRow
          icon={Play}
          title="Sample server"
          words={`${program} was found on the PATH. It runs here, in memory, until you quit.`}
          problem={starting.failure?.message}
        >
          <Button
            small
            icon={Play}
            disabled={starting.busy}
            onClick={() =>
              void starting.run(async (client) => {
                onOpened((await startSample(client)).sessionId);
              })
            }
          >
            {starting.busy ? 'Starting…' : 'Start sample server'}
          </Button>
        </FirstStartRow>
      )}
    </section>
  );
}

interface FirstStartRowProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly words: string;
  readonly problem?: string | undefined;
  /** Buttons for it. */
  readonly children?: ReactNode;
}

/** One hint with its buttons. */
function FirstStartRow({ icon, title, words, problem, children }: FirstStartRowProps) {
  return (
    <div className={css['row']}>
      <Row as="p" align="center" gap={8} weight={600}>
        <Icon of={icon} />
        {title}
      </Row>
      <p className={toned('dim')}>{words}</p>
      {problem !== undefined && (
        <p role="alert" className={toned('danger')}>
          {problem}
        </p>
      )}
      {children}
    </div>
  );
}
