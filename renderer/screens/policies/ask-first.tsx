import { RefreshCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

export interface AskFirstProps {
  readonly action: string;
  readonly onAsk: () => void;
}

/** What a token with limited uses pays for is asked of the server only when a person wants it. */
export function AskFirst({ action, onAsk }: AskFirstProps) {
  return (
    <div>
      <Button icon={RefreshCw} onClick={onAsk}>
        {action}
      </Button>
    </div>
  );
}
