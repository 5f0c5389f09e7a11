import { RefreshCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

export interface AskFirstProps {
  readonly action: string;
  readonly onAsk: () => void;
}

/** A button for a read that costs a use of a limited token. */
export function AskFirst({ action, onAsk }: AskFirstProps) {
  return (
    <div>
      <Button icon={RefreshCw} onClick={onAsk}>
        {action}
      </Button>
    </div>
  );
}
