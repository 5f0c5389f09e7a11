import type { EntryMetadata, VersionFacts } from '../../../shared/vault/entry.ts';
import { classes } from '../../ui/classes.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { exactUtc } from '../../ui/relative-time.ts';
import css from './details-drawer.module.css';
import { isGone } from './versions.ts';
import { versionDate } from './version-date.ts';

export interface VersionListProps {
  readonly metadata: EntryMetadata;
  /** The version on screen. */
  readonly shown: number | undefined;
  readonly onOpen: (version: number) => void;
}

/** The versions of an entry, newest first. Opening one is a choice: nothing reads old versions by itself. */
export function VersionList({ metadata, shown, onOpen }: VersionListProps) {
  if (metadata.versions.length === 0) return <p className={css['dim']}>No versions are kept.</p>;
  return (
    <ol className={css['versions']}>
      {metadata.versions.map((facts) => {
        const current = facts.version === metadata.currentVersion;
        const here = facts.version === (shown ?? metadata.currentVersion);
        return (
          <li key={facts.version} className={css['version']}>
            <button
              type="button"
              aria-current={here ? 'true' : undefined}
              className={classes(css['versionButton'], isGone(facts) && css['gone'])}
              onClick={() => {
                onOpen(facts.version);
              }}
            >
              <span className={classes(css['dot'], here && css['here'])} aria-hidden="true" />
              <span className={css['number']}>
                <span data-reader-only>Version </span>
                {facts.version}
              </span>
              <Tooltip text={exactUtc(facts.createdTime)}>
                <span className={css['state']}>{stateText(facts, current)}</span>
              </Tooltip>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function stateText(facts: VersionFacts, current: boolean): string {
  const words = [versionDate(facts.createdTime)];
  if (current) words.push('current');
  if (facts.destroyed) words.push('destroyed');
  else if (isGone(facts)) words.push('deleted, can be restored');
  else if (facts.deletionTime !== '') words.push(`goes on ${versionDate(facts.deletionTime)}`);
  return words.join(' · ');
}
