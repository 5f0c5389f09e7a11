import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import { cacheKey, query, vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useServerNow } from '../../ui/server-clock.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AnswerPanel } from '../answer/answer-panel.tsx';
import { KeyChoice } from './key-choice.tsx';
import { ActionProblem } from './action-problem.tsx';
import { useRead } from '../read/use-read.ts';
import { dismissAction, type EntryAction } from './actions.ts';
import css from './entry-actions.module.css';
import { LimitedNote } from './limited-note.tsx';
import { fullPath } from './run.ts';
import { useSharedEntry } from './shared-entry.ts';
import { isVersioned } from './words.ts';

export interface ShareDialogProps {
  readonly action: EntryAction & { readonly kind: 'share' };
  readonly session: SessionView;
}

/** Wraps keys of one entry version for a recipient. The values go from main to the server, not through the page. */
export function ShareDialog({ action, session }: ShareDialogProps) {
  const { place } = action;
  const [version, setVersion] = useState(action.version);
  const [answer, setAnswer] = useState<AnswerView>();
  const opened = useSharedEntry({
    place,
    version,
    entryId: action.version === version ? action.entryId : undefined,
  });
  if (answer !== undefined)
    return (
      <Dialog open wide title="Shared" onClose={dismissAction}>
        <AnswerPanel answer={answer} onDismissed={dismissAction} />
      </Dialog>
    );
  return (
    <ShareForm
      action={action}
      session={session}
      version={version}
      opened={opened}
      onVersion={setVersion}
      onShared={setAnswer}
    />
  );
}

interface ShareFormProps extends ShareDialogProps {
  readonly version: number | undefined;
  readonly opened: ReturnType<typeof useSharedEntry>;
  readonly onVersion: (version: number) => void;
  readonly onShared: (answer: AnswerView) => void;
}

/** Last TTL, reused until the window closes. */
let lastTtl = '1h';
const none: ReadonlySet<string> = new Set();

function ShareForm({ action, session, version, opened, onVersion, onShared }: ShareFormProps) {
  const { place } = action;
  const { sessionId } = session;
  const { view, error } = opened;
  const client = useQueryClient();
  const [ttl, setTtl] = useState(lastTtl);
  // Deselected keys belong to one version: another can have other keys.
  const [leftOut, setLeftOut] = useState<{ readonly of: string; readonly keys: ReadonlySet<string> }>();
  const left = leftOut !== undefined && leftOut.of === view?.entryId ? leftOut.keys : none;
  const { failure, busy, run } = useAction();
  const keys = view?.keys.map(({ key }) => key).filter((key) => !left.has(key)) ?? [];
  const seconds = parseDuration(ttl.trim());
  const ttlProblem =
    seconds === undefined || seconds < 1 ? 'Write it as 5m, 1h30m, 24h or seconds.' : undefined;

  const share = async (entry: EntryView): Promise<void> => {
    const answer = await run(() => vault.entry.wrap({ entryId: entry.entryId, keys, ttl: ttl.trim() }));
    void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'wrapping.shared') });
    if (answer === undefined) return;
    lastTtl = ttl;
    announce('Wrapped. Copy the token and hand it on.');
    onShared(answer);
  };
  return (
    <FormDialog
      title="Share this entry"
      description={
        <>
          A wrapping token for <code>{fullPath(place)}</code>: whoever has it can open these values, once.
        </>
      }
      action="Share"
      disabled={view === undefined || keys.length === 0 || ttlProblem !== undefined}
      busy={busy ? 'Sharing…' : undefined}
      onClose={dismissAction}
      onSubmit={() => {
        if (view !== undefined) void share(view);
      }}
    >
      {isVersioned(place.mount) && (
        <VersionField
          action={action}
          session={session}
          onVersion={onVersion}
          version={view?.version ?? version}
        />
      )}
      {error !== undefined ? (
        <ActionProblem error={error} title="It could not be read" />
      ) : view === undefined ? (
        <Skeleton rows={3} rowHeight={24} />
      ) : (
        <KeyChoice
          view={view}
          left={left}
          onLeft={(names) => setLeftOut({ of: view.entryId, keys: names })}
        />
      )}
      <div className={css['ttl']}>
        <TextField
          mono
          label="TTL"
          value={ttl}
          maxLength={64}
          error={ttlProblem}
          onChange={(event) => setTtl(event.target.value)}
        />
        <span className={css['suggestions']}>
          {['5m', '1h', '24h'].map((one) => (
            <Button
              key={one}
              small
              variant="ghost"
              aria-pressed={ttl.trim() === one}
              onClick={() => setTtl(one)}
            >
              {one}
            </Button>
          ))}
        </span>
      </div>
      <LimitedNote sessionIds={[sessionId]} />
      {failure !== undefined && <ActionProblem error={failure} title="It was not shared" />}
    </FormDialog>
  );
}

type VersionFieldProps = Pick<ShareFormProps, 'action' | 'session' | 'version' | 'onVersion'>;

/** Selects a version, of the readable ones if the server has listed them. */
function VersionField({ action, session, version, onVersion }: VersionFieldProps) {
  const { mount, path } = action.place;
  const metadata = useRead(
    session,
    query('entry.metadata', { sessionId: session.sessionId, mount: mount.path, path }),
  ).data;
  const nowMs = useServerNow();
  const numbers = (metadata?.versions ?? [])
    .filter(
      ({ destroyed, deletionTime }) =>
        !destroyed && (deletionTime === '' || Date.parse(deletionTime) > nowMs),
    )
    .map((facts) => facts.version);
  if (version === undefined || numbers.length < 2) return null;
  return (
    <SelectField
      label="Version"
      value={String(version)}
      options={numbers.map((number) => ({
        value: String(number),
        label: String(number),
        ...(number === metadata?.currentVersion ? { note: 'current' } : {}),
      }))}
      onValue={(next) => onVersion(Number(next))}
    />
  );
}
