import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Reference } from '../../../shared/vault/reference.ts';
import { referenceLines, referenceLinesText } from '../../../shared/vault/reference-lines.ts';
import { useSetPreferences } from '../../api/app.ts';
import { query } from '../../api/client.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { referredConnection, referredEntry } from '../path/references.ts';
import { AskServer, Problem } from '../read/loaded.tsx';
import { CopyBlock } from '../value/copy-block.tsx';
import { useEntryKeys } from '../value/copy-key.ts';
import { dismissAction, type ActionProps } from './actions.ts';

const file = '.env.strongroom';

/** The entry as a file of references, and the line that runs a program with it. Values stay in main. */
export function ProgramDialog({ action, session }: ActionProps<'use-in-program'>) {
  // Reading costs a token use, so the user must ask for it.
  const [agreed, setAgreed] = useState(session.token.numUses === 0);
  const { place, version, keys } = action;
  const lines = (known: readonly string[]) => (
    <Lines entry={referredEntry(referredConnection(session), place, version)} keys={known} />
  );
  const content = agreed ? (
    <WithKeys place={place} show={lines} />
  ) : (
    <AskServer onAsk={() => setAgreed(true)} />
  );
  return (
    <Dialog open wide title="Use in a program" onClose={dismissAction}>
      {keys === undefined ? content : lines(keys)}
    </Dialog>
  );
}

interface WithKeysProps {
  readonly place: PlaceOfEntry;
  readonly show: (keys: readonly string[]) => ReactNode;
}

function WithKeys({ place, show }: WithKeysProps) {
  const { view, error } = useEntryKeys(place.sessionId, place);
  if (error !== undefined) return <Problem error={error} title="The keys cannot be read" />;
  return view === undefined ? <Skeleton rows={4} rowHeight="line" /> : show(view.keys.map(({ key }) => key));
}

interface LinesProps {
  readonly entry: Omit<Reference, 'key'> | undefined;
  readonly keys: readonly string[];
}

function Lines({ entry, keys }: LinesProps) {
  const preferences = useQuery(query('app.preferences', {})).data;
  const setPreferences = useSetPreferences();
  const lines = entry === undefined ? [] : referenceLines(entry, keys);
  if (lines.length === 0) return <Note>No reference can name a key of this entry.</Note>;
  return (
    <Stack gap={12} tone="text">
      <Stack gap={4}>
        <p>
          Save as <code>{file}</code>. It has no value in it.
        </p>
        <CopyBlock text={referenceLinesText(lines).trimEnd()} label={`Text of ${file}`} name="File" />
      </Stack>
      <Stack gap={4}>
        <p>Then run your program in that folder.</p>
        <CopyBlock text={`strongroom run --env-file ${file} -- npm start`} label="Command" name="Command" />
      </Stack>
      {preferences?.programs === false && (
        <Row align="center" gap={12}>
          <Note>Programs cannot ask for secrets yet.</Note>
          <Button small onClick={() => setPreferences({ programs: true })}>
            Let programs ask
          </Button>
        </Row>
      )}
    </Stack>
  );
}
