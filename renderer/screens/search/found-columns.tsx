import { Copy, FileKey, Folder, KeyRound } from 'lucide-react';
import { maskLength } from '../../../shared/vault/search.ts';
import type { FoundValue } from '../../../shared/vault/search.ts';
import { Highlighted } from '../../parts/tree/highlighted.tsx';
import { fold } from '../../parts/tree/name-list.ts';
import type { FoundPlace } from '../../parts/tree/search-store.ts';
import { copyKeyOf } from '../../parts/value/copy-key.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { appErrorOf } from '../../api/client.ts';
import { announce } from '../../ui/announce.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import type { Column } from '../../ui/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import css from './search.module.css';

type FoundAt = (index: number) => FoundPlace | undefined;

/** Facts of a search that decide its columns. */
export interface Searched {
  /** Set if the hits are of several sessions. */
  readonly connectionOf?: ((sessionId: string) => string) | undefined;
  readonly namespacesBelow?: boolean;
  readonly ofValues?: boolean;
}

/** Columns of the results; a row is the index of a hit. */
export function columnsOf(
  foundAt: FoundAt,
  searchedFor: string,
  { connectionOf, namespacesBelow = false, ofValues = false }: Searched = {},
): readonly Column<number>[] {
  const needle = fold(searchedFor);
  const column = (
    title: string,
    words: (place: FoundPlace) => string,
    look: Omit<Column<number>, 'title' | 'text' | 'sort'>,
  ): Column<number> => {
    const text = (index: number): string => {
      const place = foundAt(index);
      return place === undefined ? '' : words(place);
    };
    return {
      key: title,
      title,
      text,
      sort: (index) => fold(text(index)),
      cell: (index) => <NameText text={text(index)} />,
      ...look,
    };
  };
  const factsOf = (index: number) => foundAt(index)?.facts;
  return [
    column('Name', nameIn, {
      width: 150,
      share: 2,
      cell: (index) => {
        const place = foundAt(index);
        return (
          place !== undefined && (
            <Row as="span" align="center" gap={6} shrinks>
              <Icon of={isFolder(place) ? Folder : FileKey} size={15} className={css['glyph']} />
              <Text cut data-mono>
                <Highlighted name={nameIn(place)} needle={needle} />
              </Text>
            </Row>
          )
        );
      },
    }),
    column('Path', folderOf, {
      width: 120,
      share: 3,
      mono: true,
      cell: (index) => {
        const place = foundAt(index);
        return (
          <Text as="p" cut className={css['path']}>
            <bdi>
              <NameText text={place === undefined ? '' : folderOf(place)} />
            </bdi>
          </Text>
        );
      },
    }),
    {
      ...column('Matched', matchedWords, { width: ofValues ? 210 : 160, share: 3, rank: 1 }),
      isNeededBy: (index) => matchedIn(factsOf(index)),
      cell: (index) => {
        const values = factsOf(index)?.values;
        return values === undefined ? (
          <NameText text={matchedWords(foundAt(index))} />
        ) : (
          <Row as="span" gap={8} align="center">
            {values.map((value) => (
              <MaskedMatch key={value.key} value={value} />
            ))}
          </Row>
        );
      },
    },
    column('Mount', ({ mount }) => mount.path, { width: 100, share: 1, mono: true, rank: 3 }),
    ...(namespacesBelow
      ? [
          column('Namespace', ({ namespace = '' }) => namespace, {
            width: 110,
            share: 1,
            mono: true,
            rank: 3,
          }),
        ]
      : []),
    ...(connectionOf === undefined
      ? []
      : [
          column('Connection', ({ sessionId }) => connectionOf(sessionId), { width: 110, share: 1, rank: 2 }),
        ]),
    {
      ...column('Version', ({ facts }) => versionWords(facts), { width: 74, rank: 5 }),
      sort: (index) => factsOf(index)?.version,
      isNeededBy: (index) => factsOf(index)?.version !== undefined,
    },
    {
      ...column('Changed', ({ facts }) => facts?.changed ?? '', { width: 100, rank: 4 }),
      isNeededBy: (index) => factsOf(index)?.changed !== undefined,
      cell: (index) => {
        const changed = factsOf(index)?.changed;
        return changed !== undefined && <RelativeTime iso={changed} />;
      },
    },
    column('Kind', kindOf, { width: 80, rank: 6 }),
    {
      title: '',
      width: 68,
      cell: (index) => <RowActions place={foundAt(index)} />,
    },
  ];
}

/** Dots for a value, those of the match of another kind; no character of the value is known here. */
function MaskedMatch({ value: { key, from, to } }: { readonly value: FoundValue }) {
  return (
    <Row as="span" gap={4} align="center" shrinks>
      <Text cut data-mono>
        <NameText text={key} />
      </Text>
      <span className={css['mask']} role="img" aria-label="hidden, with a match">
        {'•'.repeat(from)}
        <mark>{'•'.repeat(to - from)}</mark>
        {'•'.repeat(maskLength - to)}
      </span>
    </Row>
  );
}

function RowActions({ place }: { readonly place: FoundPlace | undefined }) {
  if (place === undefined) return null;
  const key = keyToCopy(place);
  return (
    <Row as="span" gap={2}>
      {key !== undefined && (
        <IconButton
          small
          icon={KeyRound}
          label={`Copy ${key}`}
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            copyFoundKey(place);
          }}
        />
      )}
      <IconButton
        small
        icon={Copy}
        label="Copy path"
        keys="Ctrl C"
        // By keyboard the row itself is copied.
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          copyPath(place);
        }}
      />
    </Row>
  );
}

/** The matching key of an entry that can be copied as it is; one within an object cannot. */
export function keyToCopy({ namespace, facts }: FoundPlace): string | undefined {
  // Copying reads with a session of that namespace.
  if (namespace !== undefined) return undefined;
  return facts?.values?.[0]?.key ?? facts?.keys?.find((key) => !key.includes('.'));
}

/** Copies the matching key of an entry; its value stays in main. */
export function copyFoundKey(place: FoundPlace): void {
  const key = keyToCopy(place);
  if (key === undefined) return;
  copyKeyOf(place.sessionId, place, key).catch((caught: unknown) =>
    announce(`Not copied: ${appErrorOf(caught).message}`),
  );
}

/** Copies the path with its mount, and with a namespace below the session's own before it. */
export function copyPath(place: FoundPlace | undefined): void {
  if (place !== undefined) void copyPlainText(fullPath(place), 'Path');
}

/** Path with its mount, as the server takes it: with a namespace below the session's own before it. */
export function fullPath({ namespace, mount, path }: FoundPlace): string {
  return (namespace === undefined ? '' : `${namespace}/`) + mount.path + path;
}

/** The last name of a hit. */
export function nameIn({ path }: Pick<FoundPlace, 'path'>): string {
  return path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
}

/** Without a sort the name that was searched for comes first, then names that begin with it. */
export function rankOf(place: FoundPlace | undefined, needle: string): number {
  const name = place === undefined ? '' : fold(nameIn(place)).replace(/\/$/, '');
  return name === needle ? 0 : name.startsWith(needle) ? 1 : 2;
}

function isFolder({ path }: FoundPlace): boolean {
  return path.endsWith('/');
}

function folderOf(place: FoundPlace): string {
  return place.path.slice(0, place.path.length - nameIn(place).length);
}

function kindOf(place: FoundPlace): string {
  if (isFolder(place)) return 'Folder';
  if (place.facts?.deleted === true) return 'Deleted';
  if (place.facts?.notListed === true) return 'Entry, not listed';
  return place.mount.engine === 'other' ? place.mount.type : 'Entry';
}

function versionWords(facts: FoundPlace['facts']): string {
  return facts?.version === undefined ? '' : String(facts.version);
}

function matchedIn(facts: FoundPlace['facts']): boolean {
  return (facts?.keys ?? facts?.metadata ?? facts?.values ?? []).length > 0;
}

function matchedWords(place: FoundPlace | undefined): string {
  const { keys = [], metadata = [], values = [] } = place?.facts ?? {};
  return [...keys, ...metadata, ...values.map(({ key }) => key)].join(', ');
}
