import { useQuery } from '@tanstack/react-query';
import { mountOf } from '../../../shared/vault/mount.ts';
import { query } from '../../api/client.ts';
import type { GoneEntry, PlainPlace } from '../../api/entry-actions.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { useOpenSessions, useWorkspaceActions } from '../../workspace/workspace.tsx';
import type { EntryTab } from '../../workspace/tabs.ts';

export interface GoneBannerProps {
  readonly tab: EntryTab;
  readonly gone: GoneEntry;
}

/** Says that this app has moved or deleted the entry under an open tab, and leads to where it is now. */
export function GoneBanner({ tab, gone: { how, to } }: GoneBannerProps) {
  const { sessions } = useOpenSessions();
  const connection =
    to === undefined || to.sessionId === tab.sessionId
      ? undefined
      : sessions.find(({ sessionId }) => sessionId === to.sessionId);
  return (
    <Banner tone="warn" role="status">
      <Stack align="start" gap={6}>
        <Text as="p" weight={600}>
          {how === 'moved'
            ? 'This entry was moved'
            : how === 'versions' && tab.mount.engine === 'kv2'
              ? 'Versions of this entry were deleted'
              : 'This entry was deleted'}
        </Text>
        {to !== undefined && (
          <p>
            To <code data-selectable>{to.path}</code>
            {connection === undefined ? '' : ` on ${connection.name}`}
          </p>
        )}
        {tab.dirty && <p>Your edits are still here.</p>}
        {to !== undefined && <OpenThere to={to} />}
      </Stack>
    </Banner>
  );
}

/** Only among the mounts that the page knows: it costs no request. */
function OpenThere({ to: { sessionId, path } }: { readonly to: PlainPlace }) {
  const { openEntry } = useWorkspaceActions();
  const { data } = useQuery(query('mount.list', { sessionId }, { enabled: false }));
  const mount = mountOf(data ?? [], path);
  if (mount === undefined) return null;
  return (
    <Button small onClick={() => openEntry(mount, path.slice(mount.path.length), { sessionId, pin: true })}>
      Open it there
    </Button>
  );
}
