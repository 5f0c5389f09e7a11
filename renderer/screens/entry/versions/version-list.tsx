import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { EntryMetadata, EntryRights, VersionFacts } from '../../../../shared/vault/entry.ts';
import type { PlaceOfEntry } from '../../../api/entry-actions.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { useWorkspaceActions } from '../../../workspace/workspace.tsx';
import css from './details-drawer.module.css';
import { SelectedVersions } from './selected-versions.tsx';
import { ServerTime, useServerNow } from '../../../ui/server-clock.tsx';
import { isGone } from './versions.ts';
import { versionMenu } from './version-menu.ts';

/** More versions than this are drawn on request. */
const shownAtOnce = 50;

export interface VersionListProps {
  readonly place: PlaceOfEntry;
  readonly metadata: EntryMetadata;
  /** The token's rights, if known. */
  readonly rights: EntryRights | undefined;
  /** The version on screen. */
  readonly shown: number | undefined;
  readonly onOpen: (version: number) => void;
}

/**
 * The versions of an entry, newest first. Old versions are read only when the user opens one. Several can be chosen
 * to be compared, deleted, undeleted or destroyed together.
 */
export function VersionList({ place, metadata, rights, shown, onOpen }: VersionListProps) {
  const { openCompare } = useWorkspaceActions();
  const nowMs = useServerNow();
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  const [all, setAll] = useState(false);
  if (metadata.versions.length === 0) return <p data-hint>No versions are kept.</p>;

  const compare = (one: number, other: number): void => {
    const [older, newer] = one < other ? [one, other] : [other, one];
    openCompare({ ...place, version: older }, { ...place, version: newer });
  };
  const choose = (version: number, wanted: boolean): void => {
    const next = new Set(chosen);
    if (wanted) next.add(version);
    else next.delete(version);
    setChosen(next);
  };
  const drawn = all ? metadata.versions : newestAnd(shown, metadata.versions);
  const older = metadata.versions.length - drawn.length;
  return (
    <>
      <ol>
        {drawn.map((facts) => {
          const { version } = facts;
          const current = version === metadata.currentVersion;
          const here = version === (shown ?? metadata.currentVersion);
          const state = (
            <span className={css['state']}>
              <ServerTime iso={facts.createdTime} />
              {current && ' · current'}
              {facts.destroyed ? ' · destroyed' : isGone(facts, nowMs) && ' · deleted'}
              {!isGone(facts, nowMs) && facts.deletionTime !== '' && (
                <>
                  {' '}
                  · deleted <ServerTime iso={facts.deletionTime} />
                </>
              )}
            </span>
          );
          return (
            <li key={version} className={classes(css['version'], isGone(facts, nowMs) && css['gone'])}>
              {chosen === undefined ? (
                <>
                  <button
                    type="button"
                    aria-current={here ? 'true' : undefined}
                    className={css['versionButton']}
                    onClick={() => onOpen(version)}
                  >
                    <span className={classes(css['dot'], here && css['here'])} aria-hidden="true" />
                    <span className={css['number']}>
                      <span data-reader-only>Version </span>
                      {version}
                    </span>
                    {state}
                  </button>
                  <Menu
                    trigger={
                      <IconButton
                        small
                        icon={Ellipsis}
                        label={`Actions for version ${String(version)}`}
                        className={css['versionTools']}
                      />
                    }
                    items={versionMenu({
                      place,
                      metadata,
                      rights,
                      facts,
                      nowMs,
                      onOpen,
                      onCompare: compare,
                      onSelect: (first) => setChosen(new Set([first])),
                    })}
                  />
                </>
              ) : (
                <label className={css['versionButton']}>
                  <input
                    type="checkbox"
                    className={css['choice']}
                    checked={chosen.has(version)}
                    onChange={(event) => choose(version, event.target.checked)}
                  />
                  <span className={css['number']}>
                    <span data-reader-only>Version </span>
                    {version}
                  </span>
                  {state}
                </label>
              )}
            </li>
          );
        })}
      </ol>
      {older > 0 && (
        <Button small onClick={() => setAll(true)}>
          Show {grouped(older)} older
        </Button>
      )}
      {chosen !== undefined && (
        <SelectedVersions
          place={place}
          metadata={metadata}
          rights={rights}
          chosen={chosen}
          onCompare={compare}
          onDone={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

/** The newest versions, at least down to the one on screen. */
function newestAnd(shown: number | undefined, versions: readonly VersionFacts[]): readonly VersionFacts[] {
  const at = versions.findIndex(({ version }) => version === shown);
  return versions.slice(0, Math.max(shownAtOnce, at + 1));
}
