import { Suspense, useEffect } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { preparedScreen } from '../../ui/prepared-screen.tsx';
import { useActions, type OfferedAction } from '../../workspace/action-registry.ts';
import { isKey, isTyped } from '../../workspace/key-map.ts';
import { paletteMode, showPalette, usePaletteMode, type PaletteMode } from '../../workspace/palette.ts';
import { isModalOpen, isTyping } from '../../ui/focus.ts';

// Outside of the first bundle, but loaded before the first key press.
const { Screen: Palette, prepare } = preparedScreen(() =>
  import('./palette.tsx').then((module) => module.Palette),
);

/** Renders the palette and listens for its keys; `session` is the front one. */
export function PaletteHost({ session }: { readonly session: SessionView | undefined }) {
  const mode = usePaletteMode();
  const hasSession = session !== undefined;
  useActions((): readonly OfferedAction[] => [
    {
      id: 'palette.open',
      label: 'Command palette',
      group: 'Go to',
      unlisted: true,
      key: 'palette',
      run: () => showPalette('actions'),
    },
    ...(hasSession
      ? []
      : [
          {
            id: 'palette.keys',
            label: 'Keyboard shortcuts',
            group: 'Strongroom',
            key: 'cheatSheet',
            run: () => showPalette('keys'),
          } as const,
        ]),
  ]);
  useEffect(() => () => showPalette(undefined), []);
  useEffect(() => {
    // Before a session it would delay the first screen; there its key loads it.
    if (!hasSession) return undefined;
    const idle = requestIdleCallback(prepare);
    return () => cancelIdleCallback(idle);
  }, [hasSession]);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || paletteMode() !== undefined || isModalOpen()) return;
      const wanted = modeOf(event, hasSession);
      if (wanted === undefined) return;
      event.preventDefault();
      showPalette(wanted);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [hasSession]);
  return (
    <Suspense fallback={null}>{mode !== undefined && <Palette mode={mode} session={session} />}</Suspense>
  );
}

function modeOf(event: KeyboardEvent, hasSession: boolean): PaletteMode | undefined {
  if (isKey(event, 'palette')) return 'actions';
  if (isKey(event, 'goToPath')) return hasSession ? 'path' : undefined;
  if (isKey(event, 'cheatSheet') && isTyped(event) && !isTyping(event.target)) return 'keys';
  return undefined;
}
