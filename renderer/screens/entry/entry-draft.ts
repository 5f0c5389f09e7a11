/** Fetches the draft that main has stored for a place, once, before the entry is read. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { draftsQuery, hasNoDrafts } from '../../api/drafts.ts';
import type { ResumedDraft } from './entry-body.tsx';
import { parseDraftText } from './edit/draft-text.ts';

/** `waiting` until main has answered; then the draft of the place as of when its tab was shown, if it has one. */
export function useEntryDraft(
  sessionId: string,
  mount: MountPath,
  path: string,
): 'waiting' | { readonly resumed: ResumedDraft | undefined } {
  const client = useQueryClient();
  const [none] = useState(() => hasNoDrafts(client));
  const drafts = useQuery({ ...draftsQuery(sessionId), enabled: !none });
  const [found, setFound] = useState<{ readonly resumed: ResumedDraft | undefined } | undefined>(
    none ? { resumed: undefined } : undefined,
  );
  if (found !== undefined) return found;
  if (drafts.isPending) return 'waiting';
  const record = drafts.data?.find((one) => one.mount.path === mount && one.path === path);
  const storedDraft = record === undefined ? undefined : parseDraftText(record.text);
  const answer = {
    resumed: storedDraft === undefined ? undefined : { entryId: record?.entryId, storedDraft },
  };
  setFound(answer);
  return answer;
}
