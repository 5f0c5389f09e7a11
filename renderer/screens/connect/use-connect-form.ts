import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { connectAskedQuery, useTakeConnectAsked } from '../../api/app.ts';
import { announce } from '../../ui/announce.tsx';
import type { ConnectDraft } from './connect-draft.ts';
import { tabOf } from './draft-fields.ts';
import type { FormTab } from './draft-fields.ts';
import { useDrafts, type Drafts, type DraftsOptions } from './draft-memory.ts';
import { useConnect, type Connecting } from './use-connect.ts';

/** State of the connect form: its drafts, the request under way, and the tab in view. */
export interface ConnectFormState {
  readonly drafts: Drafts;
  readonly connecting: Connecting;
  readonly tab: FormTab;
  readonly setTab: (tab: FormTab) => void;
  /** Changes the draft in the form. */
  readonly change: (next: Partial<ConnectDraft>) => void;
  /** Shows another connection; undefined: the new one. */
  readonly choose: (profileId: string | undefined) => void;
}

export interface ConnectFormOptions extends DraftsOptions {
  readonly onOpened: (sessionId: string) => void;
}

/** Connects the drafts of the form with its requests: a changed draft clears the last result. */
export function useConnectForm({ onOpened, ...options }: ConnectFormOptions): ConnectFormState {
  const drafts = useDrafts(options);
  const [tab, setTab] = useState<FormTab>('appearance');
  useAskedAddress(drafts.fill);
  const connecting = useConnect({
    onOpened: (session) => onOpened(session.sessionId),
    onSaved: (saved, as) => {
      drafts.settle(saved, as);
      announce(`${as.name} is saved.`);
    },
  });
  const { fieldError } = connecting;
  const [placedError, setPlacedError] = useState(fieldError);
  if (fieldError !== placedError) {
    setPlacedError(fieldError);
    setTab((fieldError === undefined ? undefined : tabOf(fieldError.field)) ?? tab);
  }
  return {
    drafts,
    connecting,
    tab,
    setTab,
    change: (next) => {
      drafts.change(next);
      connecting.reset();
    },
    choose: (profileId) => {
      drafts.choose(profileId);
      setTab('appearance');
      connecting.reset();
    },
  };
}

/** Takes over the address that the app was asked to connect to while it runs. */
function useAskedAddress(fill: Drafts['fill']): void {
  const asked = useQuery(connectAskedQuery()).data;
  const takeAsked = useTakeConnectAsked();
  useEffect(() => {
    if (asked === null) return;
    fill(asked);
    takeAsked();
  }, [asked, fill, takeAsked]);
}
