import { EllipsisVertical } from 'lucide-react';
import { Suspense } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Box, Text } from '../ui/layout.tsx';
import { Menu } from '../ui/menu.tsx';
import { menuActions, useActions } from '../workspace/action-registry.ts';
import { SideListPlace } from '../workspace/side-list.tsx';
import { NamespaceSwitcher } from './namespace-switcher.tsx';
import { useOpenForms } from './open-forms.ts';
import { Sections } from './sections.tsx';
import { useSessionMenu } from './session-menu.tsx';
import { lazily } from '../ui/lazily.ts';
import css from './side-bar.module.css';
import { Splitter, useSideBarWidth } from './splitter.tsx';

const BrowseSideBar = lazily(() => import('../screens/browse/browse-side-bar.tsx'), 'BrowseSideBar');

/** Name and sections of the session, and the tree of its secrets. */
export function SideBar({ session }: { readonly session: SessionView }) {
  const [width, setWidth, keepWidth] = useSideBarWidth();
  const openForms = useOpenForms(session.sessionId);
  return (
    // In a narrow window it is visible only while focused, and a click anywhere in it focuses it.
    <aside
      className={css['sideBar']}
      style={{ width }}
      data-region="side"
      aria-label={session.name}
      tabIndex={-1}
    >
      <header className={css['header']}>
        <Box grow shrinks>
          <Text as="h1" weight={600} cut>
            {session.name}
          </Text>
          <AddressLine session={session} />
          {session.health.namespaces && session.trouble?.kind !== 'locked' && (
            <NamespaceSwitcher key={session.sessionId} session={session} />
          )}
        </Box>
        <SessionMenu session={session} />
      </header>
      {session.trouble?.kind !== 'locked' && <Sections />}
      <SideListPlace className={css['list']} />
      <div className={css['tree']}>
        {/* A locked session cannot send requests. */}
        {session.trouble?.kind !== 'locked' && (
          <Suspense fallback={null}>
            <BrowseSideBar key={session.sessionId} session={session} onOpenForms={openForms} />
          </Suspense>
        )}
      </div>
      <Splitter width={width} onWidth={setWidth} onDone={keepWidth} />
    </aside>
  );
}

function SessionMenu({ session }: { readonly session: SessionView }) {
  const { items, onOpen, dialogs } = useSessionMenu(session);
  useActions(() => menuActions(items, { id: 'session', group: 'Session' }));
  return (
    <>
      <Menu
        trigger={<IconButton small icon={EllipsisVertical} label="Session" />}
        align="start"
        items={items}
        onOpen={onOpen}
      />
      {dialogs}
    </>
  );
}

/** The address; of a session that is named after its host, only what the name does not say. */
function AddressLine({ session: { name, address } }: { readonly session: SessionView }) {
  const isNamed = name !== address.replace(/^https?:\/\//, '');
  const text = isNamed ? address.replace(/^https:\/\//, '') : address.startsWith('http:') ? 'http' : '';
  return (
    text !== '' && (
      <Text as="div" cut code tone="dim" size={12} leading={18} data-selectable>
        {text}
      </Text>
    )
  );
}
