import { useRead } from '../../parts/read/use-read.ts';
import { Send } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { consoleMethods } from '../../../shared/vault/console.ts';
import type { ApiPath, ConsoleMethod } from '../../../shared/vault/console.ts';
import { query } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { keyMap } from '../../workspace/key-map.ts';
import type { ConsoleStore } from './console-store.ts';
import css from './console.module.css';
import { PathField } from './path-field.tsx';

const methodOptions = consoleMethods.map((method) => ({ value: method, label: method }));

export interface RequestLineProps {
  readonly session: SessionView;
  readonly store: ConsoleStore;
  /** Paths that the server describes, for completion. */
  readonly paths: readonly ApiPath[];
  readonly pathProblem: string | undefined;
  readonly onSend: () => void;
}

/** Method and path of the request, and the button that sends it. */
export function RequestLine({ session, store, paths, pathProblem, onSend }: RequestLineProps) {
  const { draft, outcome, history } = useStore(store);
  const mounts = useRead(session, query('mount.list', { sessionId: session.sessionId }));
  const setMethod = (method: ConsoleMethod): void => store.edit({ method });
  return (
    <div className={css['line']}>
      <div className={css['method']}>
        <SelectField
          label="Method"
          labelHidden
          mono
          value={draft.method}
          options={methodOptions}
          onValue={(value) => setMethod(value as ConsoleMethod)}
        />
      </div>
      <div className={css['path']}>
        <PathField
          path={draft.path}
          error={pathProblem}
          catalogue={paths}
          mounts={mounts.data ?? []}
          history={history}
          onPath={(path) => store.edit({ path })}
          onTaken={({ methods }) => {
            const [first] = methods;
            if (first !== undefined && !methods.includes(draft.method)) setMethod(first);
          }}
        />
      </div>
      <Button variant="primary" icon={Send} disabled={outcome.state === 'sending'} onClick={onSend}>
        Send{' '}
        <span className={css['keys']}>
          <KeyHint keys={keyMap.send.keys} />
        </span>
      </Button>
    </div>
  );
}
