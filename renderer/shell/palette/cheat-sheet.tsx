import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState } from 'react';
import { wordsOf } from '../../parts/tree/rank-names.ts';
import { fold } from '../../parts/tree/name-list.ts';
import { FilterBox } from '../../ui/filter-box.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyHint, shortcut } from '../../ui/key-hint.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { closePalette } from '../../workspace/palette.ts';
import { keyMap, keyPlaces } from '../../workspace/key-map.ts';
import css from './cheat-sheet.module.css';

/** All keys of the map by place, found by typing a word or a key. Title, search and Close stay in sight. */
export function CheatSheet({ title }: { readonly title: string }) {
  const [text, setText] = useState('');
  const words = wordsOf(text);
  const rows = Object.entries(keyMap).filter(([, { keys, says, where }]) => {
    const all = fold(`${says} ${where} ${shortcut(keys)}`);
    return words.every((word) => all.includes(word));
  });
  return (
    <>
      <Row align="center" gap={12} className={css['head']}>
        <Dialog.Title className={css['title']}>{title}</Dialog.Title>
        <FilterBox
          autoFocus
          label="Search shortcuts"
          text={text}
          onText={setText}
          className={css['search']}
        />
        <IconButton icon={X} label="Close" keys="Esc" onClick={closePalette} />
      </Row>
      <div className={css['sheet']} tabIndex={0} role="region" aria-label="Keys">
        {rows.length === 0 && <Note role="status">No shortcut contains “{text.trim()}”.</Note>}
        {keyPlaces.map((place) => {
          const here = rows.filter(([, { where }]) => where === place);
          return (
            here.length > 0 && (
              <section key={place} className={css['place']}>
                <h2 className={css['heading']}>{place}</h2>
                <dl className={css['keys']}>
                  {here.map(([id, { keys, says }]) => (
                    <div key={id} className={css['row']}>
                      <dt>{says}</dt>
                      <dd>
                        <KeyHint keys={keys} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          );
        })}
      </div>
    </>
  );
}
