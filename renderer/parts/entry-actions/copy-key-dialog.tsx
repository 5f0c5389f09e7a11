import { Copy } from 'lucide-react';
import { useState } from 'react';
import { longestCopyKey } from '../../../shared/vault/workspace-memory.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Note, Text, Stack } from '../../ui/layout.tsx';
import grid from '../../ui/row-grid.module.css';
import { RowGrid, rowAttributes } from '../../ui/row-grid.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFavourites } from '../../workspace/favourites.ts';
import { samePlace } from '../../workspace/tabs.ts';
import { AskServer, Problem } from '../read/loaded.tsx';
import { copiedLabel, copyKey, useEntryKeys } from '../value/copy-key.ts';
import { KeyName } from '../value/key-name.tsx';
import { dismissAction, type ActionProps } from './actions.ts';
import css from './copy-key.module.css';

/** Copies a key, which the favourite copies from now on. The entry is read for its keys only; values stay in main. */
export function CopyKeyDialog({ action: { place }, session }: ActionProps<'copy-key'>) {
  // Reading costs a token use, so the user must ask for it.
  const [agreed, setAgreed] = useState(session.token.numUses === 0);
  return (
    <Dialog
      open
      wide
      title="Copy which key?"
      onClose={dismissAction}
      actions={<Button onClick={dismissAction}>Cancel</Button>}
    >
      {agreed ? <Keys place={place} /> : <AskServer onAsk={() => setAgreed(true)} />}
    </Dialog>
  );
}

function Keys({ place }: { readonly place: PlaceOfEntry }) {
  const { view, error } = useEntryKeys(place.sessionId, place);
  const { places, setCopyKey } = useFavourites(place);
  const [text, setText] = useState('');
  const copying = useAction();
  if (error !== undefined) return <Problem error={error} title="The keys cannot be read" />;
  if (view === undefined) return <Skeleton rows={4} rowHeight="line" />;
  const needle = text.toLowerCase();
  const keys = view.keys
    .map(({ key }) => key)
    .filter((key) => key.length <= longestCopyKey && key.toLowerCase().includes(needle));
  const now = places.find((one) => samePlace(one, place))?.copyKey;
  const choose = (key: string): void => {
    setCopyKey(place, key);
    void copying.run(async () => {
      await copyKey(view.entryId, key, copiedLabel(place.path, key));
      dismissAction();
    });
  };
  return (
    <Stack gap={12} tone="text">
      <Note data-mono>
        {place.mount.path}
        {place.path}
      </Note>
      {copying.failure !== undefined && <Problem error={copying.failure} title="Nothing was copied" />}
      {view.keys.length > 8 && <FilterBox label="Filter keys" text={text} onText={setText} />}
      {keys.length === 0 ? (
        <p className={grid['empty']}>
          {text === '' ? 'The entry has no keys.' : 'No key contains this text.'}
        </p>
      ) : (
        <RowGrid
          label="Keys"
          rows={keys}
          keyOf={(key) => key}
          rowHeight="line"
          className={css['list']}
          allUpTo={8}
          onAct={choose}
          onRowClick={choose}
        >
          {(key, at) => (
            <div
              {...rowAttributes(at)}
              role="row"
              aria-selected={key === now}
              className={classes(grid['row'], css['row'])}
            >
              <Icon of={Copy} size={14} />
              <Text role="gridcell" cut data-mono>
                <KeyName name={key} />
              </Text>
              <Text role="gridcell" tone="dim" size={12}>
                {key === now && 'current'}
              </Text>
            </div>
          )}
        </RowGrid>
      )}
    </Stack>
  );
}
