import { HardDrive } from 'lucide-react';
import type { UnkeptFile } from '../../shared/ipc/contract.ts';
import { writeUnkept } from '../api/app.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import css from './unkept-files.module.css';

/** App files that could not be written, shown on every screen until they are. */
export function UnkeptFiles({ unkept }: { readonly unkept: readonly UnkeptFile[] }) {
  const { busy, run } = useAction();
  return (
    <header className={css['unkept']} role="alert">
      <Icon of={HardDrive} size={14} />
      <span data-selectable>{unkeptWords(unkept)}</span>
      <Button small disabled={busy} onClick={() => void run(writeUnkept)}>
        Retry
      </Button>
    </header>
  );
}

/** “Not saved, and lost when you quit: the saved connections (the disk is full).” */
function unkeptWords(unkept: readonly UnkeptFile[]): string {
  const reasons = [...new Set(unkept.map(({ why }) => why))];
  const lines = reasons.map((reason) => {
    const contents = unkept.filter(({ why }) => why === reason).map(({ holds }) => inside(holds));
    return `${contents.join(', ')} (${reason})`;
  });
  return `Not saved, and lost when you quit: ${lines.join('; ')}.`;
}

function inside(subject: string): string {
  return subject.slice(0, 1).toLowerCase() + subject.slice(1);
}
