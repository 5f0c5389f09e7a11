import { useCallback } from 'react';
import { capital } from '../../../shared/vault/one-line.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { BoardNode, BoardStatus } from '../../../shared/vault/board.ts';
import { kindOfEnvironment } from '../../../shared/vault/connection.ts';
import { ProfileBadge } from '../../parts/session/profile-badge.tsx';
import type { StateWords } from '../../parts/session/server-state.ts';
import { expiryWords } from '../../parts/session/token-time.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { useNow } from '../../ui/now.ts';
import { toned } from '../../ui/tone.ts';
import { Card, Text } from '../../ui/layout.tsx';
import css from './board.module.css';
import { blamedLook, certificateWords, nodeWords, sentenceOf, tellsCertificate } from './board-words.ts';

/** More dots would not be distinguishable. */
const MOST_NODES = 9;
/** Age from which a status is marked as old. */
const STALE_MS = 20_000;

export interface BoardTileProps {
  readonly session: SessionView;
  readonly letters: string | undefined;
  readonly words: StateWords;
  /** Replaces the verdict's own sentence. */
  readonly sentence?: string;
  readonly status: BoardStatus | undefined;
  /** Opens its cluster; absent while the app is locked. */
  readonly onOpen?: () => void;
}

/** One server: its environment, its verdict, its nodes, and upcoming expiries. */
export function BoardTile({ session, letters, words, sentence, status, onOpen }: BoardTileProps) {
  const { environment = '', colour, name } = session;
  const said = sentence ?? sentenceOf(status);
  return (
    <li className={css['cell']}>
      <Card className={css['tile']} data-tone={words.tone}>
        {environment !== '' && (
          <span
            className={css['stripe']}
            data-environment={kindOfEnvironment(environment)}
            data-colour={colour}
          >
            <span>{environment}</span>
          </span>
        )}
        <span className={css['body']}>
          <span className={css['who']}>
            <span className={css['badge']}>
              <ProfileBadge hidden colour={colour} letters={letters} />
            </span>
            <Text twoLines className={css['name']}>
              <NameText text={name} />
            </Text>
          </span>
          <span className={classes(css['verdictWord'], toned(words.tone))}>
            <Icon of={words.icon} className={css['shape']} />
            <span>{words.word}</span>
          </span>
          {said !== '' && (
            <Text twoLines className={css['sentence']}>
              {said}
            </Text>
          )}
          <Nodes
            nodes={(status?.nodes ?? []).filter(
              ({ name: node }, _, all) => all.length > 1 || !said.includes(node),
            )}
          />
          <Soon session={session} status={status} said={said} />
        </span>
      </Card>
      {onOpen !== undefined && (
        <button
          type="button"
          className={css['cover']}
          aria-label={`${name}: ${words.word}. ${said}`}
          onClick={onOpen}
        />
      )}
    </li>
  );
}

function Nodes({ nodes }: { readonly nodes: readonly BoardNode[] }) {
  if (nodes.length === 0) return null;
  const shown = nodes.slice(0, MOST_NODES);
  return (
    <span className={css['nodes']}>
      {shown.map(({ name, state, blamed }) => {
        const { word, ...own } = nodeWords[state];
        // A node that the sentence blames is not well, whatever its role.
        const { icon, tone } = blamed === true && own.tone === 'ok' ? blamedLook : own;
        return (
          <span
            key={name}
            role="img"
            aria-label={`${name}: ${word}`}
            className={classes(css['node'], toned(tone))}
          >
            <Icon
              of={icon}
              className={classes(css['dot'], icon === nodeWords.standby.icon && css['filled'])}
            />
            <Text cut tone="text">
              <NameText text={name} />
            </Text>
          </span>
        );
      })}
      {nodes.length > shown.length && <span className={css['node']}>+{nodes.length - shown.length}</span>}
    </span>
  );
}

/** The token's time left, a certificate near its end, and the age of the status if it is old. */
function Soon({
  session,
  status,
  said,
}: Pick<BoardTileProps, 'session' | 'status'> & { readonly said: string }) {
  const { token, trouble } = session;
  const hasToken = trouble?.kind !== 'locked' && trouble?.kind !== 'unauthenticated';
  const read = useCallback(
    (nowMs: number) => {
      const staleMs = status === undefined ? 0 : nowMs - Date.parse(status.at);
      const words = [
        trouble?.kind === 'unauthenticated' ? 'Token no longer valid' : '',
        hasToken ? capital(expiryWords(token, nowMs)) : '',
        tellsCertificate(said) ? '' : certificateWords(status?.nodes ?? [], nowMs),
        staleMs > STALE_MS ? `Read ${timeSpan(staleMs)} ago` : '',
      ];
      return words.filter((word) => word !== '').join(' · ');
    },
    [hasToken, token, trouble, status, said],
  );
  const words = useNow(read);
  return words === '' ? null : <span className={css['soon']}>{words}</span>;
}
