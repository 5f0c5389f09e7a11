import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { Chip } from '../../ui/chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import type { LookedUp } from './token-notes.ts';
import css from './token.module.css';

/** Everything the server says about a token, in words. */
export function TokenFactList({ token, full }: { readonly token: LookedUp; readonly full: boolean }) {
  const { policies, identityPolicies, externalNamespacePolicies, meta, boundCidrs } = token;
  if (token.noLookUp === 'nothing') return <p>Nothing is known of it, save that it works.</p>;
  return (
    <dl className={css['facts']}>
      <Fact name="Accessor" copy={token.accessor}>
        {token.accessor === '' ? 'none' : <code>{token.accessor}</code>}
      </Fact>
      <Fact name="Policies" copy={policies.join('\n')}>
        <Policies names={policies} />
      </Fact>
      {identityPolicies.length > 0 && (
        <Fact name="Policies of its entity" copy={identityPolicies.join('\n')}>
          <Policies names={identityPolicies} />
        </Fact>
      )}
      {Object.entries(externalNamespacePolicies).map(([namespace, names]) => (
        <Fact key={namespace} name={`Policies in ${namespace}`} copy={names.join('\n')}>
          <Policies names={names} />
        </Fact>
      ))}
      <Fact name="Made by" copy={token.path}>
        <code>{token.path}</code>
      </Fact>
      {token.role !== '' && (
        <Fact name="Role" copy={token.role}>
          <code>{token.role}</code>
        </Fact>
      )}
      {full && (
        <Fact name="Made">
          {token.issueTime === '' ? 'the server does not say' : <RelativeTime iso={token.issueTime} />}
        </Fact>
      )}
      <Fact name="Ends">{token.expireTime === null ? 'never' : <RelativeTime iso={token.expireTime} />}</Fact>
      {full && (
        <Fact name="Last renewed">
          {token.lastRenewal === '' ? 'never' : <RelativeTime iso={token.lastRenewal} />}
        </Fact>
      )}
      <Fact name="TTL when made">{durationOr(token.creationTtlSeconds, 'unlimited')}</Fact>
      <Fact name="Period">{durationOr(token.periodSeconds, 'none')}</Fact>
      <Fact name="Explicit maximum">{durationOr(token.explicitMaxTtlSeconds, 'none')}</Fact>
      <Fact name="Renewable">{token.renewable ? 'yes' : 'no'}</Fact>
      <Fact name="Uses left">
        {token.numUses === 0 ? 'unlimited' : token.numUses.toLocaleString('en-GB')}
      </Fact>
      <Fact name="Entity" copy={token.entityId}>
        {token.entityId === '' ? 'none' : <code>{token.entityId}</code>}
      </Fact>
      {token.namespacePath !== '' && (
        <Fact name="Namespace" copy={token.namespacePath}>
          <code>{token.namespacePath}</code>
        </Fact>
      )}
      {boundCidrs.length > 0 && (
        <Fact name="Only from" copy={boundCidrs.join('\n')}>
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

function durationOr(seconds: number, none: string): string {
  return seconds === 0 ? none : formatDuration(seconds);
}
