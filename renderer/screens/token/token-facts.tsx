import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { Chip } from '../../ui/chip.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import type { LookedUp } from './token-notes.ts';
import css from './token.module.css';

/** Facts of a token from the server; missing ones are left out. */
export function TokenFactList({ token, full }: { readonly token: LookedUp; readonly full: boolean }) {
  const { policies, identityPolicies, externalNamespacePolicies, meta, boundCidrs } = token;
  return (
    <Facts ruled selectable>
      <Copied name="Accessor" copy={token.accessor}>
        {token.accessor === '' ? 'none' : <code>{token.accessor}</code>}
      </Copied>
      <Copied name="Policies" copy={policies.join('\n')}>
        <Policies names={policies} />
        {policies.includes('root') && (
          <p className={css['limits']}>It may do everything: no policy limits it.</p>
        )}
      </Copied>
      {identityPolicies.length > 0 && (
        <Copied name="Identity policies" copy={identityPolicies.join('\n')}>
          <Policies names={identityPolicies} />
        </Copied>
      )}
      {Object.entries(externalNamespacePolicies).map(([namespace, names]) => (
        <Copied key={namespace} name={`Policies in ${namespace}`} copy={names.join('\n')}>
          <Policies names={names} />
        </Copied>
      ))}
      {token.path !== '' && (
        <Copied name="Creation path" copy={token.path}>
          <code>{token.path}</code>
        </Copied>
      )}
      {token.role !== '' && (
        <Copied name="Role" copy={token.role}>
          <code>{token.role}</code>
        </Copied>
      )}
      {full && token.issueTime !== '' && (
        <Copied name="Created">
          <ServerTime iso={token.issueTime} />
        </Copied>
      )}
      {token.expireTime !== null && (
        <Copied name="Expires">
          <ServerTime iso={token.expireTime} />
        </Copied>
      )}
      {token.lastRenewal !== '' && (
        <Copied name="Last renewed">
          <ServerTime iso={token.lastRenewal} />
        </Copied>
      )}
      {token.creationTtlSeconds > 0 && (
        <Copied name="Creation TTL">{formatDuration(token.creationTtlSeconds)}</Copied>
      )}
      {token.periodSeconds > 0 && <Copied name="Period">{formatDuration(token.periodSeconds)}</Copied>}
      {token.explicitMaxTtlSeconds > 0 && (
        <Copied name="Explicit max TTL">{formatDuration(token.explicitMaxTtlSeconds)}</Copied>
      )}
      {token.numUses !== 0 && (
        <Copied name="Uses left">{Math.max(0, token.numUses).toLocaleString('en-GB')}</Copied>
      )}
      {token.entityId !== '' && (
        <Copied name="Entity" copy={token.entityId}>
          <code>{token.entityId}</code>
        </Copied>
      )}
      {token.namespacePath !== '' && (
        <Copied name="Namespace" copy={token.namespacePath}>
          <code>{token.namespacePath}</code>
        </Copied>
      )}
      {boundCidrs.length > 0 && (
        <Copied name="Bound CIDRs" copy={boundCidrs.join('\n')}>
          <code>{boundCidrs.join(', ')}</code>
        </Copied>
      )}
      {Object.entries(meta).map(([name, text]) => (
        <Copied key={name} name={`Metadata: ${name}`} copy={text}>
          <code>{text}</code>
        </Copied>
      ))}
    </Facts>
  );
}

interface CopiedProps {
  readonly name: string;
  /** Text for the copy button; without one, or empty, the button is left out. */
  readonly copy?: string;
  readonly children: ReactNode;
}

function Copied({ name, copy = '', children }: CopiedProps) {
  const button = copy !== '' && (
    <IconButton
      small
      icon={Copy}
      iconSize={14}
      label={`Copy ${name.toLowerCase()}`}
      className={css['copy']}
      onClick={() => void copyPlainText(copy, name)}
    />
  );
  return (
    <Fact name={name} as="aside">
      <span className={css['said']}>{children}</span>
      {button}
    </Fact>
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
      {names.length > shownPolicies && (
        <span>and {(names.length - shownPolicies).toLocaleString('en-GB')} more</span>
      )}
    </span>
  );
}
