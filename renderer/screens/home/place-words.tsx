import { Database, FileKey, Folder } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { NameText } from '../../ui/marked-text.tsx';
import css from './home.module.css';
import { Text } from '../../ui/layout.tsx';

/** The name, then its folder; both shrink, and the tooltip has the whole path. */
export function PlaceWords({ place }: { readonly place: EntryPlace }) {
  const whole = wholePath(place);
  const slash = whole.replace(/\/$/, '').lastIndexOf('/') + 1;
  return (
    <span className={css['place']} title={whole}>
      <bdi className={css['name']} data-mono>
        <NameText text={whole.slice(slash)} />
      </bdi>
      <Text as="bdi" tone="dim" size={12} cut data-mono>
        <NameText text={whole.slice(0, slash)} />
      </Text>
    </span>
  );
}

/** Mount and path. */
export function wholePath({ mount, path }: EntryPlace): string {
  return mount.path + path;
}

/** True for an entry, which has keys. */
export function isEntryPlace({ mount, path }: EntryPlace): boolean {
  return path !== '' && !path.endsWith('/') && mount.engine !== 'other';
}

/** Icon of a place. */
export function placeIcon({ path }: EntryPlace): LucideIcon {
  if (path === '') return Database;
  return path.endsWith('/') ? Folder : FileKey;
}
