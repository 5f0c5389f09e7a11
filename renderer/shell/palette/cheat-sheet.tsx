import { keyMap, keyPlaces } from '../../workspace/key-map.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import css from './cheat-sheet.module.css';

/** All keys of the map, grouped by place. */
export function CheatSheet() {
  return (
    <div className={css['sheet']} tabIndex={0} role="region" aria-label="Keys">
      {keyPlaces.map((place) => (
        <section key={place} className={css['place']}>
          <h2 className={css['heading']}>{place}</h2>
          <dl className={css['keys']}>
            {Object.entries(keyMap)
              .filter(([, { where }]) => where === place)
              .map(([id, { keys, says }]) => (
                <div key={id} className={css['row']}>
                  <dt>{says}</dt>
                  <dd>
                    <KeyHint keys={keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
