import { CalendarClock, RefreshCw, TableProperties } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { useDue } from '../../parts/folder/due-list.ts';
import { Due } from '../../parts/folder/due-words.tsx';
import type { FolderTable } from '../../parts/folder/folder-tables.ts';
import { useOpenFolder } from '../../parts/folder/open-folder.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import grid from '../../ui/row-grid.module.css';
import { RowGrid, rowAttributes } from '../../ui/row-grid.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import css from './home.module.css';
import { PlaceWords, wholePath } from './place-words.tsx';

/** Entries and folders shown at first. */
const shownFirst = 8;
const foldersShown = 4;

/** Entries that expire or are to be rotated soon, in folders read as tables. Hidden until one was read. */
export function DueGrid({ session: { sessionId } }: { readonly session: SessionView }) {
  const { read, entries } = useDue(sessionId);
  const openPlace = useOpenPlace(sessionId);
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, shownFirst);
  if (read.length === 0) return null;
  return (
    <Stack as="section" shrinks aria-label="Due">
      <h3 className={css['heading']}>
        Due
        {shown.length < entries.length && (
          <Button small variant="ghost" onClick={() => setAll(true)}>
            Show all {entries.length}
          </Button>
        )}
      </h3>
      {entries.length === 0 ? (
        <p className={css['none']}>Nothing is due soon.</p>
      ) : (
        <RowGrid
          label="Due entries"
          rows={shown}
          keyOf={wholePath}
          rowHeight="line"
          onAct={(place) => openPlace(place, 'pin')}
          onRowClick={(place) => openPlace(place, 'pin')}
        >
          {(entry, at) => (
            <div {...rowAttributes(at)} role="row" className={classes(grid['row'], css['recent'])}>
              <Row as="span" role="rowheader" align="center" gap={8} shrinks>
                <Icon of={CalendarClock} size={15} className={css['glyph']} />
                <PlaceWords place={entry} />
              </Row>
              <Row as="span" role="gridcell" align="center" gap={12} shrinks>
                {entry.owner !== undefined && (
                  <Text tone="dim" size={12} cut className={css['owner']}>
                    <NameText text={entry.owner} />
                  </Text>
                )}
                <Text size={12} cut>
                  <Due due={entry.due} />
                </Text>
              </Row>
            </div>
          )}
        </RowGrid>
      )}
      <Stack as="ul" aria-label="Folders read" className={css['folders']}>
        {read.slice(0, foldersShown).map((table) => (
          <ReadFolder key={table.mount.path + table.path} sessionId={sessionId} table={table} />
        ))}
      </Stack>
    </Stack>
  );
}

/** A folder that the list is of: when it was read, and ways to read it again and to open it. */
function ReadFolder({ sessionId, table }: { readonly sessionId: string; readonly table: FolderTable }) {
  const { reading } = useStore(table);
  const openFolder = useOpenFolder(sessionId);
  const { mount, path } = table;
  const name = mount.path + path;
  const isRunning = reading?.running === true;
  return (
    <Row as="li" align="center" gap={4}>
      <Text tone="dim" size={12} cut>
        <bdi data-mono>
          <NameText text={name} />
        </bdi>
        {isRunning ? ' is being read' : ' read '}
        {reading?.endedMs !== undefined && !isRunning && (
          <RelativeTime iso={new Date(reading.endedMs).toISOString()} />
        )}
      </Text>
      <IconButton
        small
        icon={RefreshCw}
        label={`Refresh ${name}`}
        disabled={isRunning}
        onClick={() => void table.read()}
      />
      <IconButton
        small
        icon={TableProperties}
        label={`Open ${name} as table`}
        onClick={() => openFolder(mount, path)}
      />
    </Row>
  );
}
