import { useState } from 'react';
import { wordsOf } from '../../parts/tree/rank-names.ts';
import { listedActions } from '../../workspace/button-actions.ts';
import { closePalette } from '../../workspace/palette.ts';
import { prepared } from '../../parts/palette/palette-item.ts';
import { PaletteList } from '../../parts/palette/palette-list.tsx';
import { rankItems } from './rank-items.ts';
import { itemOfAction } from './session-items.ts';

const noUses = new Map<string, number>();
const mostShown = 60;

/** Palette without a session: actions of the front screen, including saved connections. */
export function BareMode() {
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
