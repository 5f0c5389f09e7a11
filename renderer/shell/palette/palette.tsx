import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { isKey } from '../../workspace/key-map.ts';
import { closePalette, showPalette, type PaletteMode } from '../../workspace/palette.ts';
import { BareMode } from './bare-mode.tsx';
import { CheatSheet } from './cheat-sheet.tsx';
import { PathField } from '../../parts/palette/path-field.tsx';
import popup from '../../ui/popup.module.css';
import { classes } from '../../ui/classes.ts';
import { SessionMode } from './session-mode.tsx';
import css from './cheat-sheet.module.css';

export interface PaletteProps {
  readonly mode: PaletteMode;
  /** Front session, if any. */
  readonly session: SessionView | undefined;
}

const titles: Readonly<Record<PaletteMode, string>> = {
  actions: 'Command palette',
  path: 'Go to path',
  keys: 'Keyboard shortcuts',
};

/** The command palette in one of its modes; its own keys change the mode or close it. */
export function Palette({ mode, session }: PaletteProps) {
  // Closes without animation and restores the focus before an action can move it.
  const [origin] = useState(() => document.activeElement);
  const keyDown = (event: KeyboardEvent): void => {
    if (isKey(event.nativeEvent, 'palette')) showPalette(mode === 'actions' ? undefined : 'actions');
    else if (isKey(event.nativeEvent, 'goToPath') && session !== undefined) showPalette('path');
    else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root
      open
      onOpenChange={(next) => {
        if (!next) showPalette(undefined);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={classes(popup['backdrop'], popup['atOnce'])} />
        <Dialog.Popup
          className={classes(popup['dialog'], popup['wide'], popup['atOnce'])}
          aria-label={titles[mode]}
          onKeyDown={keyDown}
          finalFocus={() => (origin instanceof HTMLElement ? origin : null)}
        >
          {mode === 'keys' ? (
            <Dialog.Title className={css['title']}>{titles[mode]}</Dialog.Title>
          ) : (
            <Dialog.Title data-reader-only>{titles[mode]}</Dialog.Title>
          )}
          {mode === 'keys' ? (
            <CheatSheet />
          ) : session === undefined ? (
            <BareMode />
          ) : mode === 'path' ? (
            <PathField session={session} label="Path" onDone={closePalette} />
          ) : (
            <SessionMode session={session} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
