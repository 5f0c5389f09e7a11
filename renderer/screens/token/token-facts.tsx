import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { Chip } from '../../ui/chip.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Text } from '../../ui/layout.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import type { LookedUp } from './token-notes.ts';
import css from './token.module.css';

/** Facts of a token from the server; missing ones are left out. */
export function TokenFactList({ token, full }: { readonly token: LookedUp; readonly full: boolean }) {
  const { accessor, policies, identityPolicies, path, role, entityId, namespacePath, boundCidrs } = token;
  const lists = Object.entries(token.externalNamespacePolicies);
  const seconds = (count: number) => count > 0 && formatDuration(count);
  const rows: readonly CopiedRow[] = [
    ['Accessor', accessor === '' ? 'none' : <code>{accessor}</code>, accessor],
    ['Policies', <Policies names={policies} />, policies.join('\n')],
    [
      'Identity policies',
      identityPolicies.length > 0 && <Policies names={identityPolicies} />,
      identityPolicies.join('\n'),
    ],
    ...lists.map(([name, names]): CopiedRow => [
      `Policies in ${name}`,
      <Policies names={names} />,
      names.join('\n'),
    ]),
    code('Creation path', path),
    code('Role', role),
    ['Created', full && token.issueTime !== '' && <ServerTime iso={token.issueTime} />],
    ['Last renewed', token.lastRenewal !== '' && <ServerTime iso={token.lastRenewal} />],
    ['Creation TTL', seconds(token.creationTtlSeconds)],
    ['Period', seconds(token.periodSeconds)],
    ['Explicit max TTL', seconds(token.explicitMaxTtlSeconds)],
    ['Uses left', token.numUses !== 0 && grouped(Math.max(0, token.numUses))],
    code('Entity', entityId),
    code('Namespace', namespacePath),
    ['Bound CIDRs', boundCidrs.length > 0 && <code>{boundCidrs.join(', ')}</code>, boundCidrs.join('\n')],
    ...Object.entries(token.meta).map(([name, text]): CopiedRow => [
      `Metadata: ${name}`,
      <code>{text}</code>,
      text,
    ]),
  ];
  return (
    <Facts
      ruled
      selectable
      of={rows.map(([name, value, copy]) => [name, value !== false && copied(name, value, copy), 'aside'])}
    />
  );
}

/** The third is the text of the copy button; without one, or empty, the button is left out. */
type CopiedRow = readonly [name: string, value: ReactNode, copy?: string];

function code(name: string, text: string): CopiedRow {
  return [name, text !== '' && <code>{text}</code>, text];
}

function copied(name: string, value: ReactNode, copy = '') {
  return (
    <>
      <Text shrinks breaks>
        {value}
      </Text>
      {copy !== '' && (
        <IconButton
          small
          icon={Copy}
          iconSize={14}
          label={`Copy ${name.toLowerCase()}`}
          className={css['copy']}
          onClick={() => void copyPlainText(copy, name)}
        />
      )}
    </>
  );
}

/** Policies shown as chips; the copy button has all of them. */
const shownPolicies = 60;

function Policies({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <>none</>;
  return (
    <span className={css['chips']}>
      {names.slice(0, shownPolicies).map((name) => (
        <Chip key={name} mono tone={name === 'root' ? 'danger' : 'neutral'}>
          {name}
        </Chip>
      ))}
      {names.includes('root') && <span>Unrestricted</span>}
      {names.length > shownPolicies && <span>and {grouped(names.length - shownPolicies)} more</span>}
    </span>
  );
}
