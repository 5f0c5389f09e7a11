/**
 * The request console: the request above, its own response below, the history in the side bar. Data for completion is
 * read once, in main; nothing here waits for it.
 */
import { useQuery } from '@tanstack/react-query';
import { Send, Star, StarOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { query } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { AboutPath } from './about-path.tsx';
import { BodyField } from './body-field.tsx';
import { carriesBody, hasProblems, problemsOf, requestOf } from './console-draft.ts';
import type { DraftProblems } from './console-draft.ts';
import { consoleOf } from './console-store.ts';
import css from './console.module.css';
import { CopyMenu } from './copy-menu.tsx';
import { LimitedUses } from './limited-uses.tsx';
import { OutcomeView } from './outcome-view.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import { isKey } from '../../workspace/key-map.ts';
import { SideList } from '../../workspace/side-list.tsx';
import { RequestLine } from './request-line.tsx';
import { RequestOptions } from './request-options.tsx';
import { outcomeBelow } from './request-run.ts';
import { FavouriteList, RequestButton, useFavouriteRequests } from './saved-requests.tsx';
import type { ConsoleHistoryLine } from '../../../shared/vault/console.ts';
import { classes } from '../../ui/classes.ts';
import { RelativeTime } from '../../ui/time.tsx';

const noProblems: DraftProblems = { secrets: new Map() };

/** The console of a session. */
export function ConsoleScreen({ session }: { readonly session: SessionView }) {
  const { sessionId } = session;
  const limited = session.token.numUses > 0;
  const store = consoleOf(sessionId);
  const { draft, tried, bodyFilled, outcome, history } = useStore(store);
  const catalogue = useQuery(query('console.catalogue', { sessionId }, { enabled: !limited }));
  const [copyProblem, setCopyProblem] = useState<AppError>();
  const favourites = useFavouriteRequests(sessionId);
  const starred = favourites.has(draft);
  useEffect(() => {
    void store.loadHistory();
  }, [store]);

  const found = problemsOf(draft);
  const problems = tried ? found : noProblems;
  const sending = outcome.state === 'sending';
  const ready = (): boolean => {
    store.change({ tried: true });
    return !hasProblems(found);
  };
  const send = (): void => {
    if (ready()) void store.send();
  };
  useActions(() => [
    { id: 'console.send', label: 'Send request', group: 'Console', icon: Send, disabled: sending, run: send },
    {
      id: 'console.star',
      label: 'Add or remove favourite request',
      group: 'Console',
      icon: Star,
      disabled: draft.path.trim() === '',
      run: () => favourites.toggle(draft),
    },
  ]);

  return (
    <div
      className={css['frame']}
      // Handled before the editor, which has its own binding for the key.
      onKeyDownCapture={(event) => {
        if (!isKey(event.nativeEvent, 'send')) return;
        event.preventDefault();
        event.stopPropagation();
        send();
      }}
    >
      <SideList>
        <Stack as="section" gap={12} className={css['side']} aria-label="Favourites and history">
          <Disclosure title="Favourites" note={countOf(favourites.all)} initiallyOpen>
            <FavouriteList favourites={favourites} onPick={(request) => store.fill(request)} />
          </Disclosure>
          <Disclosure title="History" note={countOf(history)} initiallyOpen>
            <HistoryList lines={history} onPick={(line) => void store.refill(line)} />
          </Disclosure>
        </Stack>
      </SideList>
      <Page className={css['main']}>
        <ScreenHead title="Console">
          <Button
            small
            variant="ghost"
            icon={starred ? StarOff : Star}
            disabled={draft.path.trim() === ''}
            onClick={() => favourites.toggle(draft)}
          >
            {starred ? 'Remove from favourites' : 'Add to favourites'}
          </Button>
          <CopyMenu
            sessionId={sessionId}
            request={() => (ready() ? requestOf(draft) : undefined)}
            onProblem={setCopyProblem}
          />
        </ScreenHead>
        <LimitedUses token={session.token} />
        <RequestLine
          session={session}
          store={store}
          paths={catalogue.data?.paths ?? []}
          pathProblem={problems.path}
          onSend={send}
        />
        <ErrorPanel error={copyProblem} title="The request could not be copied for that tool" />
        <RequestOptions
          session={session}
          draft={draft}
          onChange={(change) => store.edit(change)}
          onToken={(token) => store.setToken(token)}
        />
        {carriesBody(draft.method) && (
          <BodyField
            sessionId={sessionId}
            store={store}
            draft={draft}
            filled={bodyFilled}
            problems={problems}
          />
        )}
        <AboutPath sessionId={sessionId} store={store} catalogue={catalogue} />
        <OutcomeView outcome={outcomeBelow(outcome, draft)} onDismissed={() => store.forgetOutcome()} />
      </Page>
    </div>
  );
}

function countOf(all: readonly unknown[]): string | undefined {
  return all.length === 0 ? undefined : grouped(all.length);
}

interface HistoryListProps {
  readonly lines: readonly ConsoleHistoryLine[];
  readonly onPick: (line: ConsoleHistoryLine) => void;
}

/** Sent requests, newest first, without values; a click loads a line into the fields, its response below. */
function HistoryList({ lines, onPick }: HistoryListProps) {
  if (lines.length === 0) return <p className={css['dim']}>Requests of this session, never saved to disk.</p>;
  return (
    <ul className={css['history']} aria-label="Sent requests">
      {lines.map((line) => (
        <li key={line.at + line.path}>
          <RequestButton request={line} onPick={() => onPick(line)}>
            <span className={classes(css['historyNote'], line.status >= 400 && css['wrong'])}>
              {line.status === 0 ? 'no response' : line.status}
            </span>
            <span className={classes(css['historyNote'], css['historyTime'])}>
              <RelativeTime iso={line.at} />
            </span>
          </RequestButton>
        </li>
      ))}
    </ul>
  );
}
