/** Help from anywhere in the window, even while locked: the guide, and diagnostics to send with a question. */
import { BookOpen, ClipboardList } from 'lucide-react';
import { useEffect } from 'react';
import { onDiagnosticsCopied } from '../api/app.ts';
import { appErrorOf, vault } from '../api/client.ts';
import { announce } from '../ui/announce.tsx';
import { useActions } from '../workspace/action-registry.ts';
import type { OfferedAction } from '../workspace/action-registry.ts';
import { isKey } from '../workspace/key-map.ts';

const said = 'Diagnostics copied: versions, settings and the last log lines, without names.';

/** Offers the help actions and listens for the guide's key. */
export function useHelp(): void {
  useActions(() => helpActions);
  useEffect(() => onDiagnosticsCopied(() => announce(said)), []);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || !isKey(event, 'guide')) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

const helpActions: readonly OfferedAction[] = [
  {
    id: 'help.guide',
    label: 'Guide',
    group: 'Help',
    also: 'manual documentation how to',
    icon: BookOpen,
    key: 'guide',
    run: open,
  },
  {
    id: 'help.diagnostics',
    label: 'Copy diagnostics',
    group: 'Help',
    icon: ClipboardList,
    also: 'versions log bug report issue',
    run: () => {
      vault.app.copyDiagnostics({}).then(
        () => announce(said),
        (caught: unknown) => announce(`Nothing was copied: ${appErrorOf(caught).message}`),
      );
    },
  },
];

function open(): void {
  vault.app
    .showGuide({})
    .catch((caught: unknown) => announce(`The guide did not open: ${appErrorOf(caught).message}`));
}
