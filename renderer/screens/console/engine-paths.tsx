import { useQuery } from '@tanstack/react-query';
import { ChevronDown, FolderSearch } from 'lucide-react';
import { Fragment, useState } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { ApiPath } from '../../../shared/vault/console.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { appErrorOf } from '../../api/client.ts';
import { engineNamesQuery } from '../../api/console.ts';
import { classes } from '../../ui/classes.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Box, Row } from '../../ui/layout.tsx';
import { SideChoice, SideChoices, SideGroup } from '../../ui/side-choices.tsx';
import type { EngineState, EngineStore } from './engine-store.ts';
import css from './engine.module.css';
import { operationRank } from './leading-fields.ts';

export interface EnginePathsProps {
  readonly sessionId: string;
  readonly mount: Mount;
  readonly paths: readonly ApiPath[];
  readonly store: EngineStore;
  readonly state: EngineState;
}

/** The paths of an engine, filtered by text; folders that can be listed are browsed in place. */
export function EnginePaths({ sessionId, mount, paths, store, state }: EnginePathsProps) {
  const needle = state.filter.trim().toLowerCase();
  const shown = paths.filter(
    ({ path, summary }) =>
      path.slice(mount.path.length).toLowerCase().includes(needle) || summary.toLowerCase().includes(needle),
  );
  return (
    <>
      <FilterBox
        data-filter
        label="Filter paths"
        text={state.filter}
        onText={(filter) => store.change({ filter })}
      />
      <SideChoices aria-label={`Paths of ${mount.path}`}>
        {shown.length === 0 && <p className={css['dim']}>No path contains “{state.filter}”.</p>}
        {byHeading(shown, mount).map(([group, members]) => (
          <SideGroup key={group} title={group === '' ? mount.path : group} untitled={members.length === 1}>
            <ul>
              {members.map((one) => (
                <PathRow
                  key={one.path}
                  sessionId={sessionId}
                  mount={mount}
                  one={one}
                  paths={paths}
                  store={store}
                  chosen={state.template}
                />
              ))}
            </ul>
          </SideGroup>
        ))}
      </SideChoices>
    </>
  );
}

/** Paths by their first segment; the groups of usual operations first. */
function byHeading(paths: readonly ApiPath[], mount: Mount): readonly [string, readonly ApiPath[]][] {
  const below = ({ path }: ApiPath): string => path.slice(mount.path.length);
  const rank = (members: readonly ApiPath[]): number =>
    Math.min(...members.map((one) => operationRank(mount.type, below(one))));
  return [...Map.groupBy(paths, (one) => below(one).split('/')[0] ?? '')].toSorted(
    ([, one], [, other]) => rank(one) - rank(other),
  );
}

interface PathRowProps {
  readonly sessionId: string;
  readonly mount: Mount;
  readonly one: ApiPath;
  readonly paths: readonly ApiPath[];
  readonly store: EngineStore;
  readonly chosen: string;
}

function PathRow({ sessionId, mount, one, paths, store, chosen }: PathRowProps) {
  const [browsed, setBrowsed] = useState(false);
  const below = one.path.slice(mount.path.length);
  const listable = one.methods.includes('LIST') && !below.includes('{');
  const folder = below.endsWith('/') ? below : `${below}/`;
  return (
    <li>
      <Row gap={2} align="center">
        <SideChoice
          mono
          current={chosen === one.path}
          title={one.summary}
          onChoose={() => store.choose(one.path)}
        >
          <Box as="span" grow shrinks>
            {below.split(/(?<=\/)/).map((part, at) => (
              <Fragment key={at}>
                {part}
                <wbr />
              </Fragment>
            ))}
          </Box>{' '}
          <span className={css['methods']}>{one.methods.join(' ')}</span>
        </SideChoice>
        {listable && (
          <IconButton
            icon={browsed ? ChevronDown : FolderSearch}
            small
            iconSize={14}
            label={browsed ? `Close ${folder}` : `Browse ${folder}`}
            aria-expanded={browsed}
            onClick={() => setBrowsed(!browsed)}
          />
        )}
      </Row>
      {browsed && (
        <Names
          sessionId={sessionId}
          mount={mount}
          folder={folder}
          onName={(name) => {
            const path = mount.path + folder + name;
            const template = templateOfName(paths, mount.path + folder);
            if (template === undefined) store.goTo(path);
            else store.choose(template, path);
          }}
        />
      )}
    </li>
  );
}

/** The template of one name in a folder: `keys/{name}` of `keys/`. */
function templateOfName(paths: readonly ApiPath[], folder: string): string | undefined {
  return paths.find(
    ({ path }) => path.startsWith(`${folder}{`) && /^\{[^/]+\}$/.test(path.slice(folder.length)),
  )?.path;
}

const MOST_NAMES = 500;

function Names({
  sessionId,
  mount,
  folder,
  onName,
}: {
  readonly sessionId: string;
  readonly mount: Mount;
  readonly folder: string;
  readonly onName: (name: string) => void;
}) {
  const names = useQuery(engineNamesQuery(sessionId, mount.path, folder));
  if (names.isError)
    return (
      <div className={css['names']}>
        <ErrorPanel error={appErrorOf(names.error)} title="Not listed" />
      </div>
    );
  if (names.data === undefined) return null;
  if (names.data.length === 0) return <p className={classes(css['names'], css['dim'])}>Empty.</p>;
  const left = names.data.length - MOST_NAMES;
  return (
    <ul className={css['names']} aria-label={`In ${folder}`}>
      {names.data.slice(0, MOST_NAMES).map((name) => (
        <li key={name}>
          <SideChoice mono current={false} onChoose={() => onName(name)}>
            {name}
          </SideChoice>
        </li>
      ))}
      {left > 0 && <li className={css['dim']}>{grouped(left)} more: the tree shows them all.</li>}
    </ul>
  );
}
