import { TriangleAlert } from 'lucide-react';
import { grouped } from '../../shared/vault/counted.ts';
import { Disclosure } from './disclosure.tsx';
import { Icon } from './icon.tsx';
import { Row } from './layout.tsx';
import css from './unread-list.module.css';

interface UnreadListProps {
  /** Unread things, with their number: "3 folders". */
  readonly what: string;
  readonly rows: readonly Unread[];
  /** Number of those that `rows` does not name. */
  readonly more: number;
}

interface Unread {
  readonly path: string;
  readonly reason: string;
  /** Connection, if there are several. */
  readonly on?: string | undefined;
}

/** Rows drawn at most; the others are counted. */
const MOST_ROWS = 500;

/** Folds out what a job could not read, each with the reason. */
export function UnreadList({ what, rows, more }: UnreadListProps) {
  const untold = Math.max(0, rows.length - MOST_ROWS) + more;
  return (
    <Disclosure
      title={
        <Row as="span" align="center" gap={6} tone="warn">
          <Icon of={TriangleAlert} size={14} />
          {what} could not be read
        </Row>
      }
    >
      <ul className={css['unread']} data-selectable>
        {rows.slice(0, MOST_ROWS).map(({ path, reason, on }) => (
          <li key={`${on ?? ''} ${path}`}>
            <span data-mono>{path}</span>
            {on !== undefined && ` on ${on}`} {reason}
          </li>
        ))}
        {untold > 0 && <li>and {grouped(untold)} more</li>}
      </ul>
    </Disclosure>
  );
}
