import { Check, ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Text } from '../../ui/layout.tsx';
import { Line } from './setting-line.tsx';

/** Copies data that is safe to attach to a support question, and says what it contains. */
export function CopyDiagnostics() {
  const [copied, setCopied] = useState(false);
  const copying = useAction();
  return (
    <Line>
      Diagnostics
      <Text tone="dim">
        {copying.failure?.message ?? 'Versions, settings and the last log lines, without names or addresses.'}
      </Text>
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
    </Line>
  );
}
