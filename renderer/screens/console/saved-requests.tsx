import { StarOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { mostFavouriteRequests } from '../../../shared/vault/console.ts';
import type { FavouriteRequest } from '../../../shared/vault/console.ts';
import { announce } from '../../ui/announce.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { leaveSideBar } from '../../ui/lies-over.ts';
import { useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import css from './console.module.css';

export interface FavouriteRequests {
  readonly all: readonly FavouriteRequest[];
  readonly has: (request: FavouriteRequest) => boolean;
  readonly toggle: (request: FavouriteRequest) => void;
}

/** The user's favourite requests: methods and paths, never a body, a query or a secret. */
export function useFavouriteRequests(sessionId: string): FavouriteRequests {
  const { requestsOf } = useWorkspace();
  const { keepRequests } = useWorkspaceActions();
  const all = requestsOf(sessionId);
  const has = (request: FavouriteRequest): boolean => all.some((one) => same(one, request));
  return {
    all,
    has,
    toggle: (request) => {
      const { method, path } = favouriteOf(request);
      const rest = all.filter((one) => !same(one, request));
      const saved = has(request) ? rest : [...rest, { method, path }].slice(-mostFavouriteRequests);
      keepRequests(sessionId, saved);
      announce(`${method} ${path} is ${has(request) ? 'no longer a' : 'a'} favourite.`);
    },
  };
}

/** Without its query, which can carry a value. */
export function favouriteOf({ method, path }: FavouriteRequest): FavouriteRequest {
  return { method, path: path.trim().replace(/\?.*$/s, '') };
}

function same(one: FavouriteRequest, other: FavouriteRequest): boolean {
  const { method, path } = favouriteOf(other);
  return one.method === method && one.path === path;
}

export interface FavouriteListProps {
  readonly favourites: FavouriteRequests;
  readonly onPick: (request: FavouriteRequest) => void;
}

/** Favourite requests; a click loads one into the fields. */
export function FavouriteList({ favourites, onPick }: FavouriteListProps) {
  if (favourites.all.length === 0)
    return <p className={css['dim']}>Star a request to keep its method and path here.</p>;
  return (
    <ul className={css['history']} aria-label="Favourite requests">
      {favourites.all.map((one) => (
        <Row as="li" key={`${one.method} ${one.path}`} align="center">
          <RequestButton request={one} onPick={() => onPick(one)} />
          <IconButton
            icon={StarOff}
            small
            iconSize={14}
            label={`Remove ${one.method} ${one.path} from favourites`}
            onClick={() => favourites.toggle(one)}
          />
        </Row>
      ))}
    </ul>
  );
}

interface RequestButtonProps {
  readonly request: FavouriteRequest;
  readonly onPick: () => void;
  readonly children?: ReactNode;
}

/** One request in a list: method, path, and what is known of it. A long path is cut at its start. */
export function RequestButton({ request: { method, path }, onPick, children }: RequestButtonProps) {
  return (
    <button
      type="button"
      title={path}
      className={css['historyLine']}
      onClick={({ currentTarget }) => {
        onPick();
        leaveSideBar(currentTarget);
      }}
    >
      <Text tone="dim" size={11} weight={600}>
        {method}
      </Text>
      <Text cut size={12} className={css['historyPath']} data-mono>
        <bdi>{path}</bdi>
      </Text>
      {children}
    </button>
  );
}
