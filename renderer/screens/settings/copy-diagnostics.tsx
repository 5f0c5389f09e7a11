import { Check, ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { toned } from '../../ui/tone.ts';
import css from './settings.module.css';

/** Copies data that is safe to attach to a support question, and says what it contains. */
export function CopyDiagnostics() {
  const [copied, setCopied] = useState(false);
  const copying = useAction();
  return (
    <div className={css['line']}>
      <span>Diagnostics</span>
      <span className={toned('dim')}>
        {copying.failure?.message ?? 'Versions, settings and the last log lines, without names or addresses.'}
      </span>
      <Button
        small
        icon={copied ? Check : ClipboardList}
        onClick={() => {
          setCopied(false);
          void copying.run(async () => {
            await vault.app.copyDiagnostics({});
            setCopied(true);
          });
        }}
      >
        {copied ? 'Copied' : 'Copy diagnostics'}
      </Button>
    </div>
  );
}
