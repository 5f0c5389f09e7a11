import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { isKey } from '../../workspace/key-map.ts';
import { closePalette, showPalette, type PaletteMode } from '../../workspace/palette.ts';
import { PathField } from '../../parts/palette/path-field.tsx';
import popup from '../../ui/popup.module.css';
import { classes } from '../../ui/classes.ts';
import { SessionMode } from './session-mode.tsx';
import css from './cheat-sheet.module.css';
import { wordsOf } from '../../parts/tree/rank-names.ts';
import { listedActions } from '../../workspace/button-actions.ts';
import { prepared } from '../../parts/palette/palette-item.ts';
import { PaletteList } from '../../parts/palette/palette-list.tsx';
import { rankItems } from '../../parts/palette/rank-items.ts';
import { itemOfAction } from './session-items.ts';
import { CheatSheet } from './cheat-sheet.tsx';

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
          className={classes(
            popup['dialog'],
            popup['wide'],
            popup['atOnce'],
            mode === 'keys' && css['sheetDialog'],
          )}
          aria-label={titles[mode]}
          onKeyDown={keyDown}
          finalFocus={() => (origin instanceof HTMLElement ? origin : null)}
        >
          {mode !== 'keys' && <Dialog.Title data-reader-only>{titles[mode]}</Dialog.Title>}
          {mode === 'keys' ? (
            <CheatSheet title={titles.keys} />
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

const noUses = new Map<string, number>();
const mostShown = 60;

/** Palette without a session: actions of the front screen, including saved connections. */
function BareMode() {
  const [text, setText] = useState('');
  const [items] = useState(() => listedActions().map((action) => prepared(itemOfAction(action))));
  const words = wordsOf(text);
  return (
    <PaletteList
      label="Command palette"
      placeholder="A connection or an action"
      text={text}
      onText={setText}
      items={rankItems(items, words, noUses, mostShown).map(({ item }) => item)}
      needle={words[0] ?? ''}
      onDone={closePalette}
    />
  );
}
