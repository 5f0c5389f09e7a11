import { Check, Copy, StarOff } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { FavouritePlace } from '../../../shared/vault/workspace-memory.ts';
import { askAction } from '../../parts/entry-actions/actions.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import grid from '../../ui/row-grid.module.css';
import { RowGrid, rowAttributes, type RowPlace } from '../../ui/row-grid.tsx';
import { useFavourites } from '../../workspace/favourites.ts';
import { useCopyFavourite, type CopyProblem } from './copy-favourite.ts';
import css from './home.module.css';
import { isEntryPlace, placeIcon, PlaceWords, wholePath } from './place-words.tsx';

interface OpenMenu {
  readonly place: FavouritePlace;
  readonly x: number;
  readonly y: number;
}

/** Starred places with the key to copy from each: Enter opens, Ctrl+C copies. */
export function FavouriteGrid({ session }: { readonly session: SessionView }) {
  const { sessionId } = session;
  const favourites = useFavourites(session);
  const openPlace = useOpenPlace(sessionId);
  const copying = useCopyFavourite(sessionId);
  const [menu, setMenu] = useState<OpenMenu>();
  const open = (place: FavouritePlace): void => openPlace(place, 'pin');
  const choose = ({ mount, path }: FavouritePlace): void =>
    askAction({ kind: 'copy-key', place: { sessionId, mount, path } });
  const remove = (place: FavouritePlace): void => {
    copying.forget(place);
    favourites.remove(place);
  };
  const items = (place: FavouritePlace): readonly MenuItem[] => [
    ...(isEntryPlace(place)
      ? [
          {
            label: place.copyKey === undefined ? 'Copy…' : 'Copy another key…',
            icon: Copy,
            onSelect: () => choose(place),
          },
        ]
      : []),
    {
      label: 'Remove from favourites',
      icon: StarOff,
      onSelect: () => remove(place),
    },
  ];
  return (
    <Stack as="section" shrinks>
      <h3 className={css['heading']}>Favourites</h3>
      {favourites.places.length === 0 ? (
        <p className={css['none']}>Star an entry to copy its key from here.</p>
      ) : (
        <RowGrid
          label="Favourites"
          rows={favourites.places}
          keyOf={wholePath}
          rowHeight="value"
          className={css['grid']}
          onAct={open}
          onCopy={(place) => {
            if (place.copyKey !== undefined) copying.copy(place);
            else if (isEntryPlace(place)) choose(place);
          }}
          onRowClick={(place, target) => {
            if (target.closest('button') === null) open(place);
          }}
        >
          {(place, at) => (
            <FavouriteRow
              place={place}
              at={at}
              problem={copying.problems.get(wholePath(place))}
              copied={copying.copied === wholePath(place)}
              busy={copying.busy === wholePath(place)}
              onCopy={() => copying.copy(place)}
              onChoose={() => choose(place)}
              onRemove={() => remove(place)}
              onMenu={(x, y) => setMenu({ place, x, y })}
            />
          )}
        </RowGrid>
      )}
      {menu !== undefined && (
        <ContextMenu at={menu} items={items(menu.place)} onClose={() => setMenu(undefined)} />
      )}
    </Stack>
  );
}

interface FavouriteRowProps {
  readonly place: FavouritePlace;
  readonly at: RowPlace;
  readonly problem: CopyProblem | undefined;
  readonly copied: boolean;
  readonly busy: boolean;
  readonly onCopy: () => void;
  readonly onChoose: () => void;
  readonly onRemove: () => void;
  readonly onMenu: (x: number, y: number) => void;
}

function FavouriteRow(props: FavouriteRowProps) {
  const { place, at, problem, copied, busy, onCopy, onChoose, onRemove, onMenu } = props;
  const { copyKey } = place;
  const attributes = rowAttributes(at);
  const tabIndex = attributes.tabIndex;
  return (
    <div
      {...attributes}
      role="row"
      className={classes(grid['row'], css['row'])}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.clientX, event.clientY);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
        event.preventDefault();
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        onMenu(left + 40, bottom);
      }}
    >
      <Row as="span" role="rowheader" align="center" gap={8} shrinks>
        <Icon of={placeIcon(place)} size={15} className={css['glyph']} />
        <PlaceWords place={place} />
      </Row>
      <Row as="span" role="gridcell" justify="end">
        {copyKey !== undefined ? (
          <Button
            small
            icon={copied ? Check : Copy}
            className={css['copy']}
            title={`Copy ${copyKey}`}
            tabIndex={tabIndex}
            disabled={busy}
            onClick={onCopy}
          >
            <Text as="bdi" cut data-mono>
              {copyKey}
            </Text>
          </Button>
        ) : (
          isEntryPlace(place) && (
            <Button small icon={Copy} title="Copy a key" tabIndex={tabIndex} onClick={onChoose}>
              Copy…
            </Button>
          )
        )}
      </Row>
      {problem !== undefined && (
        <span role="gridcell" className={css['problem']}>
          <span role="alert">{problemWords(problem, copyKey ?? '')}</span>
          {problem.kind === 'gone-key' && (
            <Button small tabIndex={tabIndex} onClick={onChoose}>
              Copy another key…
            </Button>
          )}
          {problem.kind === 'gone-entry' && (
            <Button small tabIndex={tabIndex} onClick={onRemove}>
              Remove from favourites
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

function problemWords({ kind, error }: CopyProblem, key: string): string {
  if (kind === 'gone-key') return `The entry has no key “${key}” any more.`;
  if (kind === 'gone-entry') return `Nothing was copied. ${error.message}`;
  return `Nothing was copied. ${error.message} ${error.hint ?? ''}`.trim();
}
