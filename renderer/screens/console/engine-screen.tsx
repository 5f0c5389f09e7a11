/**
 * An engine without a screen of its own, as forms made from the server's own description of it. Choosing a path reads
 * nothing: only Send sends a request, and only Browse lists names.
 */
import { useQuery } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { useStore } from '../../api/store.ts';
import { appErrorOf, query } from '../../api/client.ts';
import { authMountsQuery } from '../../api/access.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SideList } from '../../workspace/side-list.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { EnginePaths } from './engine-paths.tsx';
import { engineOf } from './engine-store.ts';
import type { EngineStore } from './engine-store.ts';
import css from './engine.module.css';
import { LimitedUses } from './limited-uses.tsx';
import { OperationForm } from './operation-form.tsx';

export interface EngineScreenProps {
  readonly session: SessionView;
  /** The path of a mount, or one below it. */
  readonly path: string;
}

/** The forms of an engine. */
export function EngineScreen({ session, path }: EngineScreenProps) {
  const ofAuth = path.startsWith('auth/');
  const engines = useQuery(query('mount.list', { sessionId: session.sessionId }, { enabled: !ofAuth }));
  const methods = useQuery({ ...authMountsQuery(session.sessionId), enabled: ofAuth });
  const mounts = ofAuth ? methods : engines;
  if (mounts.isError)
    return (
      <Page>
        <ErrorPanel
          error={appErrorOf(mounts.error)}
          title="The mounts could not be listed"
          actions={
            <Button small onClick={() => void mounts.refetch()}>
              Retry
            </Button>
          }
        />
      </Page>
    );
  if (mounts.data === undefined)
    return (
      <Page>
        <Skeleton rows={8} rowHeight={28} />
      </Page>
    );
  const mount = mountOf(mounts.data, path.replace(/\/$/, ''));
  if (mount === undefined)
    return (
      <EmptyState icon={Boxes} title={`There is no ${ofAuth ? 'auth method' : 'engine'} at “${path}”`}>
        It was disabled, or this token has no access to it.
      </EmptyState>
    );
  return <Engine key={mount.path} session={session} mount={mount} />;
}

function Engine({ session, mount }: { readonly session: SessionView; readonly mount: Mount }) {
  const { sessionId } = session;
  const { openScreen } = useWorkspaceActions();
  const store = engineOf(sessionId, mount.path);
  const state = useStore(store);
  const limited = session.token.numUses > 0;
  const catalogue = useQuery(query('console.catalogue', { sessionId }, { enabled: !limited }));
  useWanted(sessionId, store, catalogue.isSuccess);
  const paths = useMemo(
    () => (catalogue.data?.paths ?? []).filter(({ path }) => path.startsWith(mount.path)),
    [catalogue.data, mount.path],
  );
  const toConsole = (
    <Button small onClick={() => openScreen('console')}>
      Open the console
    </Button>
  );
  return (
    <>
      <SideList>
        <Stack as="section" gap={8} low className={css['side']} aria-label={`Engine ${mount.path}`}>
          {catalogue.isPending && !limited && <Skeleton rows={10} rowHeight={26} />}
          {paths.length > 0 && (
            <EnginePaths sessionId={sessionId} mount={mount} paths={paths} store={store} state={state} />
          )}
        </Stack>
      </SideList>
      <Page className={css['main']}>
        <ScreenHead title={mount.path} note={<Chip>{mount.type}</Chip>} />
        <LimitedUses token={session.token} />
        {catalogue.isError && (
          <ErrorPanel
            error={appErrorOf(catalogue.error)}
            title="The server’s API description could not be read"
            actions={
              <>
                <Button small onClick={() => void catalogue.refetch()}>
                  Retry
                </Button>
                {toConsole}
              </>
            }
          />
        )}
        {limited && (
          <EmptyState icon={Boxes} title="No forms for this token" actions={toConsole}>
            Forms need the server’s API description, which costs a use.
          </EmptyState>
        )}
        {catalogue.isSuccess && paths.length === 0 && (
          <EmptyState icon={Boxes} title="No forms for this engine" actions={toConsole}>
            The server’s API description has no path of this engine for this token.
          </EmptyState>
        )}
        {paths.length > 0 && state.template === '' && state.wanted === '' && (
          <EmptyState icon={Boxes} title="Choose a path">
            Nothing is sent before you press Send.
          </EmptyState>
        )}
        {state.template !== '' && catalogue.isSuccess && (
          <OperationForm sessionId={sessionId} mount={mount} store={store} state={state} />
        )}
      </Page>
    </>
  );
}

/** Finds the template of a requested path. */
function useWanted(sessionId: string, store: EngineStore, described: boolean): void {
  const { wanted } = useStore(store);
  const facts = useQuery(
    query('console.path', { sessionId, path: wanted }, { enabled: described && wanted !== '' }),
  );
  const { data } = facts;
  useEffect(() => {
    if (wanted === '' || data === undefined) return;
    if (data.operations.length === 0) store.change({ wanted: '' });
    else store.choose(data.path, wanted);
  }, [data, store, wanted]);
}
