import { describe, expect, it } from 'vitest';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import { mountAt } from '../fixtures/session.fixture.ts';
import {
  maxFavourites,
  noPlaces,
  maxRecents,
  withCopyKey,
  withFavourite,
  withFavouriteMoved,
  withRecent,
  withRemembered,
  withRenamed,
} from './places.ts';
import type { Places } from './places.ts';

function at(path: string, mount = 'secret/'): EntryPlace {
  return { mount: mountAt(mount), path };
}

function recents({ recents }: Places): readonly string[] {
  return recents.map(({ mount, path }) => mount.path + path);
}

function favourites({ favourites }: Places): readonly string[] {
  return favourites.map(({ path }) => path);
}

function starred(...paths: readonly string[]): Places {
  return paths.reduce((all, path) => withFavourite(all, at(path), true), noPlaces);
}

describe('recent places', () => {
  it('are newest first, each once, and not for ever', () => {
    const paths = Array.from({ length: maxRecents + 5 }, (_, index) => `n-${String(index)}`);
    const many = [...paths, 'n-20'].reduce((all, path) => withRecent(all, at(path)), noPlaces);
    expect(many.recents).toHaveLength(maxRecents);
    expect(recents(many).slice(0, 2)).toEqual(['secret/n-20', 'secret/n-54']);
    expect(recents(many).filter((path) => path === 'secret/n-20')).toHaveLength(1);
  });

  it('are told apart by their mounts', () => {
    expect(recents(withRecent(withRecent(noPlaces, at('a')), at('a', 'kv/')))).toEqual(['kv/a', 'secret/a']);
  });

  it('do not change when the newest is seen again', () => {
    const once = withRecent(noPlaces, at('a'));
    expect(withRecent(once, at('a'))).toBe(once);
  });
});

describe('favourites', () => {
  it('keep the order they were made in, and can be moved within the ends', () => {
    const three = starred('a', 'b', 'c');
    expect(favourites(withFavouriteMoved(three, at('c'), -1))).toEqual(['a', 'c', 'b']);
    expect(favourites(withFavouriteMoved(three, at('a'), -4))).toEqual(['a', 'b', 'c']);
    expect(favourites(withFavouriteMoved(three, at('a'), 9))).toEqual(['b', 'c', 'a']);
    expect(withFavouriteMoved(three, at('nowhere'), 1)).toBe(three);
  });

  it('are there once, and no longer when they are taken away', () => {
    expect(favourites(starred('a', 'b', 'a'))).toEqual(['a', 'b']);
    expect(favourites(withFavourite(starred('a', 'b'), at('a'), false))).toEqual(['b']);
  });

  it('are no more than main takes', () => {
    const full = starred(...Array.from({ length: maxFavourites + 1 }, (_, index) => `n-${String(index)}`));
    expect(full.favourites).toHaveLength(maxFavourites);
  });
});

it('lead to where a renamed entry has gone', () => {
  const before = withRecent(withRecent(starred('old', 'other'), at('new')), at('old'));
  const after = withRenamed(before, at('old'), at('new', 'kv/'));
  expect(recents(after)).toEqual(['kv/new', 'secret/new']);
  expect(after.favourites.map(({ mount, path }) => mount.path + path)).toEqual(['kv/new', 'secret/other']);
});

it('puts what was done before the memory came in front of what was remembered', () => {
  const memory = withRecent(withRecent(starred('star'), at('a')), at('b'));
  const meanwhile = withRecent(withFavourite(noPlaces, at('new star'), true), at('a'));
  const both = withRemembered(meanwhile, memory);
  expect(recents(both)).toEqual(['secret/a', 'secret/b']);
  expect(favourites(both)).toEqual(['star', 'new star']);
});

it('keeps the key of a favourite through moves, renames and what was remembered', () => {
  const chosen = withCopyKey(starred('a', 'b'), at('b'), 'password');
  const moved = withFavouriteMoved(chosen, at('b'), -1);
  expect(moved.favourites.map(({ copyKey }) => copyKey)).toEqual(['password', undefined]);
  const renamed = withRenamed(moved, at('b'), at('c'));
  expect(renamed.favourites[0]).toEqual({ ...at('c'), copyKey: 'password' });
  expect(withRemembered(noPlaces, renamed).favourites[0]?.copyKey).toBe('password');
  expect(withCopyKey(chosen, at('b'), undefined).favourites).toEqual([at('a'), at('b')]);
});

it('takes no more over than it keeps, however much was remembered', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => at(String(index)));
  const { recents, favourites } = withRemembered(noPlaces, { recents: many, favourites: many });
  expect([recents.length, favourites.length]).toEqual([maxRecents, maxFavourites]);
});
