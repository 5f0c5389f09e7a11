import type { FolderMetadata } from '../../../shared/vault/folder-table.ts';
import { dueDates, urgencyOf } from '../../../shared/vault/reminders.ts';
import type { DueDate } from '../../../shared/vault/reminders.ts';
import { ServerTime, useServerNow } from '../../ui/server-clock.tsx';
import { Text } from '../../ui/layout.tsx';
import type { Tone } from '../../ui/tone.ts';

const tones: Readonly<Record<ReturnType<typeof urgencyOf>, Tone | undefined>> = {
  overdue: 'danger',
  soon: 'warn',
  later: undefined,
  unreadable: 'warn',
};

/** The nearest date of an entry's reminders: `expires in 3 d`, `rotate 2 d ago`; nothing without any. */
export function DueWords({ metadata }: { readonly metadata: FolderMetadata }) {
  const [due] = dueDates(metadata.reminders, metadata.currentTime);
  return due === undefined ? null : <Due due={due} />;
}

/** One date, with the urgency of now. */
export function Due({ due }: { readonly due: DueDate }) {
  const urgency = urgencyOf(due, useServerNow());
  const word = due.kind === 'rotate' ? 'rotate' : urgency === 'overdue' ? 'expired' : 'expires';
  return (
    <Text
      cut
      tone={tones[urgency]}
      title={due.atMs === undefined ? `“${due.text}” is not a date` : undefined}
    >
      {due.atMs === undefined ? (
        `${word}: “${due.text}”?`
      ) : (
        <>
          {word} <ServerTime iso={new Date(due.atMs).toISOString()} />
        </>
      )}
    </Text>
  );
}
