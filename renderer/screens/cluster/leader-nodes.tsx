import type { SystemFacts } from '../../../shared/vault/system.ts';
import { Problem } from '../../parts/read/loaded.tsx';
import { roleWords } from '../../parts/session/server-state.ts';
import { Facts } from '../../ui/facts.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';

/** The nodes by the leader's list. */
export function LeaderNodes({ facts }: { readonly facts: SystemFacts | undefined }) {
  if (facts?.panel !== 'leader' || !facts.haEnabled) return null;
  const { nodes, nodesProblem } = facts;
  if (nodesProblem !== undefined) return <Problem error={nodesProblem} title="Nodes" />;
  return (
    <Facts
      selectable
      of={(nodes ?? []).map(({ hostname, apiAddress, active, version, lastEcho }) => [
        hostname,
        <>
          <code>{apiAddress}</code> {roleWords[active ? 'leader' : 'standby']}, {version}
          {lastEcho !== '' && (
            <>
              , heard <ServerTime iso={lastEcho} />
            </>
          )}
        </>,
      ])}
    />
  );
}
