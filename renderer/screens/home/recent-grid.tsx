import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import grid from '../../ui/row-grid.module.css';
import { RowGrid, rowAttributes } from '../../ui/row-grid.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { isFavourite } from '../../workspace/places.ts';
import { useWorkspace } from '../../workspace/workspace.tsx';
import css from './home.module.css';
import { placeIcon, PlaceWords, wholePath } from './place-words.tsx';

/** Entries shown at first. */
const shownFirst = 8;

/** Recently opened entries. */
export function RecentGrid({ session: { sessionId } }: { readonly session: SessionView }) {
  const { placesOf } = useWorkspace();
  const openPlace = useOpenPlace(sessionId);
  const [all, setAll] = useState(false);
  const places = placesOf(sessionId);
  // A favourite stands above already.
  const recents = places.recents.filter((place) => !isFavourite(places, place));
  const shown = all ? recents : recents.slice(0, shownFirst);
  if (recents.length === 0 && places.recents.length > 0) return null;
  return (
    <Stack as="section" shrinks>
      <h3 className={css['heading']}>
        Recent
        {shown.length < recents.length && (
          <Button small variant="ghost" onClick={() => setAll(true)}>
            Show all {recents.length}
          </Button>
        )}
      </h3>
      {places.recents.length === 0 ? (
        <p className={css['none']}>Entries you open appear here, except favourites.</p>
      ) : (
        <RowGrid
          label="Recent entries"
          rows={shown}
          keyOf={wholePath}
          rowHeight="line"
          onAct={(place) => openPlace(place, 'pin')}
          onRowClick={(place) => openPlace(place, 'pin')}
        >
          {(place, at) => (
            <div {...rowAttributes(at)} role="row" className={classes(grid['row'], css['recent'])}>
              <Row as="span" role="rowheader" align="center" gap={8} shrinks>
                <Icon of={placeIcon(place)} size={15} className={css['glyph']} />
                <PlaceWords place={place} />
              </Row>
              {place.openedAt !== undefined && (
                <Text as="span" role="gridcell" tone="dim" size={12}>
                  <RelativeTime iso={place.openedAt} />
                </Text>
              )}
            </div>
          )}
        </RowGrid>
      )}
    </Stack>
  );
}
