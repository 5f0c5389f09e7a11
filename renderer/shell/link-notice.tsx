/**
 * A link to an entry, as a notice. Any program can open Strongroom with one, so nothing is read or sent until the
 * user presses its button, and only a known connection has one.
 */
import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import type { Destination, SessionView } from '../../shared/ipc/contract.ts';
import { mountOf } from '../../shared/vault/mount.ts';
import { parseReference, type Reference } from '../../shared/vault/reference.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import { query, vault } from '../api/client.ts';
import { useAction } from '../api/use-action.ts';
import { Problem } from '../parts/read/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { FootNotice } from '../ui/foot-notice.tsx';
import { Icon } from '../ui/icon.tsx';
import { Stack, Text } from '../ui/layout.tsx';
import { NameText } from '../ui/marked-text.tsx';
import css from './link-notice.module.css';

export interface LinkNoticeProps {
  /** As it came. */
  readonly link: string;
  readonly sessions: readonly SessionView[];
  /** Opens a place of an open session. */
  readonly onOpen?: (place: Destination & { readonly sessionId: string }) => void;
  /** Shows the login of a connection; absent: the screen shows it already. */
  readonly onConnect?: (profileId: string) => void;
}

/** Shows a link, and leads to its entry. */
export function LinkNotice({ link, sessions, onOpen, onConnect }: LinkNoticeProps) {
  const profiles = useQuery(query('profile.list', {})).data ?? [];
  const opening = useAction();
  const reference = parseReference(link);
  const known = 'rule' in reference ? undefined : reference;
  const session = sessions.find(
    ({ name, profileId }) => profileId !== undefined && name === known?.connection,
  );
  const profile = profiles.find(({ name }) => name === known?.connection);
  // It fails only while locked, and the link is shown anew then.
  const drop = (): void => void vault.app.dropLink({ link }).catch(() => undefined);
  const open = (sessionId: string, { path, version }: Reference): void =>
    void opening.run(async (client) => {
      const mounts = await client.query(query('mount.list', { sessionId }));
      const mount = mountOf(mounts, path);
      if (mount === undefined) throw new AppFailure(withoutMount);
      onOpen?.({
        sessionId,
        mount,
        path: path.slice(mount.path.length),
        ...(version === undefined ? {} : { version }),
      });
      drop();
    });
  return (
    <FootNotice tone="accent" label="Link to an entry" onClose={drop}>
      <Icon of={Link2} />
      <Stack shrinks breaks gap={2}>
        <p role="status">
          {saying(known, { isOpen: session !== undefined, isSaved: profile !== undefined })}
        </p>
        <Text as="p" mono size={12} tone="dim" className={css['text']} data-selectable>
          <NameText text={known === undefined ? link : shown(known)} />
        </Text>
        {'rule' in reference && (
          <Text as="p" tone="dim" size={12}>
            {reference.problem}
          </Text>
        )}
        <Problem error={opening.failure} title="The entry was not opened" />
      </Stack>
      {known !== undefined && session !== undefined && onOpen !== undefined && (
        <Button small disabled={opening.busy} onClick={() => open(session.sessionId, known)}>
          Open
        </Button>
      )}
      {session === undefined && profile !== undefined && onConnect !== undefined && (
        <Button small onClick={() => onConnect(profile.profileId)}>
          Log in
        </Button>
      )}
    </FootNotice>
  );
}

const withoutMount = {
  kind: 'invalid-input',
  field: 'link',
  message: 'This connection shows no mount for it.',
} as const;

function saying(
  reference: Reference | undefined,
  { isOpen, isSaved }: { readonly isOpen: boolean; readonly isSaved: boolean },
): string {
  if (reference === undefined) return 'Another program opened a link that is not a reference.';
  if (isOpen) return 'Another program opened a link to this entry.';
  if (isSaved) return 'Another program opened a link. Log in to its connection first.';
  return 'Another program opened a link. No connection has its name.';
}

/** The reference in the words of the app: names are decoded. */
function shown({ connection, path, version, key }: Reference): string {
  return [
    `${connection} › ${path}`,
    ...(version === undefined ? [] : [`version ${String(version)}`]),
    ...(key === undefined ? [] : [`key ${key}`]),
  ].join(' · ');
}
