import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { Chip } from '../../ui/chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import type { LookedUp } from './token-notes.ts';
import css from './token.module.css';

/** What the server says about a token; what it has not is left out. */
export function TokenFactList({ token, full }: { readonly token: LookedUp; readonly full: boolean }) {
  const { policies, identityPolicies, externalNamespacePolicies, meta, boundCidrs } = token;
  return (
    <dl className={css['facts']}>
      <Fact name="Accessor" copy={token.accessor}>
        {token.accessor === '' ? 'none' : <code>{token.accessor}</code>}
      </Fact>
      <Fact name="Policies" copy={policies.join('\n')}>
        <Policies names={policies} />
      </Fact>
      {identityPolicies.length > 0 && (
        <Fact name="Identity policies" copy={identityPolicies.join('\n')}>
          <Policies names={identityPolicies} />
        </Fact>
      )}
      {Object.entries(externalNamespacePolicies).map(([namespace, names]) => (
        <Fact key={namespace} name={`Policies in ${namespace}`} copy={names.join('\n')}>
          <Policies names={names} />
        </Fact>
      ))}
      {token.path !== '' && (
        <Fact name="Creation path" copy={token.path}>
          <code>{token.path}</code>
        </Fact>
      )}
      {token.role !== '' && (
        <Fact name="Role" copy={token.role}>
          <code>{token.role}</code>
        </Fact>
      )}
      {full && token.issueTime !== '' && (
        <Fact name="Created">
          <RelativeTime iso={token.issueTime} />
        </Fact>
      )}
      {token.expireTime !== null && (
        <Fact name="Expires">
          <RelativeTime iso={token.expireTime} />
        </Fact>
      )}
      {token.lastRenewal !== '' && (
        <Fact name="Last renewed">
          <RelativeTime iso={token.lastRenewal} />
        </Fact>
      )}
      {token.creationTtlSeconds > 0 && (
        <Fact name="Creation TTL">{formatDuration(token.creationTtlSeconds)}</Fact>
      )}
      {token.periodSeconds > 0 && <Fact name="Period">{formatDuration(token.periodSeconds)}</Fact>}
      {token.explicitMaxTtlSeconds > 0 && (
        <Fact name="Explicit max TTL">{formatDuration(token.explicitMaxTtlSeconds)}</Fact>
      )}
      {token.numUses !== 0 && (
        <Fact name="Uses left">{Math.max(0, token.numUses).toLocaleString('en-GB')}</Fact>
      )}
      {token.entityId !== '' && (
        <Fact name="Entity" copy={token.entityId}>
          <code>{token.entityId}</code>
        </Fact>
      )}
      {token.namespacePath !== '' && (
        <Fact name="Namespace" copy={token.namespacePath}>
          <code>{token.namespacePath}</code>
        </Fact>
      )}
      {boundCidrs.length > 0 && (
        <Fact name="Bound CIDRs" copy={boundCidrs.join('\n')}>
          <code>{boundCidrs.join(', ')}</code>
        </Fact>
      )}
      {Object.entries(meta).map(([name, text]) => (
        <Fact key={name} name={`Metadata: ${name}`} copy={text}>
          <code>{text}</code>
        </Fact>
      ))}
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  /** What its button copies; without one, or empty, there is no button. */
  readonly copy?: string;
  readonly children: ReactNode;
}

function Fact({ name, copy = '', children }: FactProps) {
  return (
    <div className={css['fact']}>
      <dt>{name}</dt>
      <dd data-selectable>
        <span className={css['factText']}>{children}</span>
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
      </dd>
    </div>
  );
}

/** Nobody reads thousands of chips; the copy button has them all. */
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
