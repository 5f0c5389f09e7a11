import { useState } from 'react';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import { longestRecipient } from '../../../shared/vault/wrapping.ts';
import { cacheKey, query, vault } from '../../api/client.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useServerNow } from '../../ui/server-clock.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AnswerPanel } from '../answer/answer-panel.tsx';
import { SuggestedTtls } from '../form/suggested-ttls.tsx';
import { KeyChoice } from './key-choice.tsx';
import { Problem } from '../read/loaded.tsx';
import { EntryForm } from './entry-form.tsx';
import { useRead } from '../read/use-read.ts';
import { dismissAction, type ActionProps } from './actions.ts';
import css from './entry-actions.module.css';
import { LimitedNote } from './limited-note.tsx';
import { fullPath } from './run.ts';
import { useSharedEntry } from './shared-entry.ts';
import { isVersioned } from './words.ts';

/** Wraps keys of one entry version for a recipient. The values go from main to the server, not through the page. */
export function ShareDialog({ action, session }: ActionProps<'share'>) {
  const [answer, setAnswer] = useState<AnswerView>();
  if (answer === undefined) return <ShareForm action={action} session={session} onShared={setAnswer} />;
  return (
    <Dialog
      open
      wide
      titleHidden
      title="Wrapping token"
      onClose={dismissAction}
      actions={<Button onClick={dismissAction}>Close</Button>}
    >
      <AnswerPanel answer={answer} onDismissed={dismissAction} />
    </Dialog>
  );
}

interface ShareFormProps extends ActionProps<'share'> {
  readonly onShared: (answer: AnswerView) => void;
}

/** Last TTL, reused until the window closes. */
let lastTtl = '1h';
const none: ReadonlySet<string> = new Set();

function ShareForm({ action, session, onShared }: ShareFormProps) {
  const { place } = action;
  const { sessionId } = session;
  const [version, setVersion] = useState(action.version);
  const { view, error } = useSharedEntry({
    place,
    version,
    entryId: action.version === version ? action.entryId : undefined,
  });
  const [ttl, setTtl] = useState(lastTtl);
  const [recipient, setRecipient] = useState('');
  // Deselected keys belong to one version: another can have other keys.
  const [leftOut, setLeftOut] = useState<{ readonly of: string; readonly keys: ReadonlySet<string> }>();
  const left = leftOut !== undefined && leftOut.of === view?.entryId ? leftOut.keys : none;
  const keys = view?.keys.map(({ key }) => key).filter((key) => !left.has(key)) ?? [];
  const seconds = parseDuration(ttl.trim());
  const ttlProblem =
    seconds === undefined || seconds < 1 ? 'Write it as 5m, 1h30m, 24h or seconds.' : undefined;
  return (
    <EntryForm
      title="Share this entry"
      description={
        <>
          A wrapping token for <code>{fullPath(place)}</code>: anyone with it can open these values, once.
        </>
      }
      action="Share"
      disabled={view === undefined || keys.length === 0 || ttlProblem !== undefined}
      busy="Sharing…"
      failed="It was not shared"
      submit={async (client) => {
        if (view === undefined) return false;
        try {
          const answer = await vault.entry.wrap({ entryId: view.entryId, keys, ttl: ttl.trim(), recipient });
          lastTtl = ttl;
          announce('Wrapped. Copy the token and hand it on.');
          onShared(answer);
        } finally {
          void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'wrapping.shared') });
        }
        return false;
      }}
    >
      {isVersioned(place.mount) && (
        <VersionField
          action={action}
          session={session}
          onVersion={setVersion}
          version={view?.version ?? version}
        />
      )}
      {error !== undefined ? (
        <Problem error={error} title="It could not be read" />
      ) : view === undefined ? (
        <Skeleton rows={3} rowHeight={24} />
      ) : (
        <KeyChoice
          view={view}
          left={left}
          onLeft={(names) => setLeftOut({ of: view.entryId, keys: names })}
        />
      )}
      <TextField
        optional
        label="For"
        placeholder="Name of the recipient"
        maxLength={longestRecipient}
        value={recipient}
        onChange={(event) => setRecipient(event.target.value)}
      />
      <div className={css['ttl']}>
        <TextField
          mono
          label="TTL"
          value={ttl}
          maxLength={64}
          error={ttlProblem}
          onChange={(event) => setTtl(event.target.value)}
        />
        <SuggestedTtls className={css['suggestions']} ttl={ttl} onTtl={setTtl} />
      </div>
      <LimitedNote sessionIds={[sessionId]} />
    </EntryForm>
  );
}

interface VersionFieldProps extends ActionProps<'share'> {
  readonly version: number | undefined;
  readonly onVersion: (version: number) => void;
}

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
