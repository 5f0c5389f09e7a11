import { useQuery } from '@tanstack/react-query';
import { Check, SquareTerminal } from 'lucide-react';
import type { EnvironmentCredentials } from '../../../shared/vault/connection.ts';
import { query } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Text } from '../../ui/layout.tsx';
import type { ConnectDraft } from './connect-draft.ts';
import css from './environment-credentials.module.css';

export interface EnvironmentCredentialsProps {
  readonly draft: Pick<ConnectDraft, 'environmentId' | 'address'>;
  readonly onUse: (credentials: EnvironmentCredentials) => void;
}

/** Credentials found in the environment. None is used, and no token sent, before the user chooses it. */
export function EnvironmentCredentialsList(props: EnvironmentCredentialsProps) {
  const all = useQuery(query('connection.environment', {})).data ?? [];
  return all.map((found) => <FoundInShell key={found.environmentId} found={found} {...props} />);
}

interface FoundInShellProps extends EnvironmentCredentialsProps {
  readonly found: EnvironmentCredentials;
}

function FoundInShell({ found, draft, onUse }: FoundInShellProps) {
  const { environmentId, target, tokenFrom, problems, sources } = found;
  const isAsFound = target === undefined || target.address === draft.address;
  const used = environmentId === draft.environmentId && isAsFound;
  const addressFrom = sources.find((source) => source.endsWith('_ADDR') && !source.includes('PROXY'));
  const others = sources.filter((source) => source !== addressFrom && source !== tokenFrom);
  return (
    <section className={css['found']} aria-label="Found in your shell">
      <Icon of={SquareTerminal} />
      <div className={css['foundText']}>
        <Text as="p" weight={600}>
          Found in your shell
        </Text>
        {target !== undefined && (
          <p className={css['foundFact']}>
            <code>{addressFrom ?? 'address'}</code> = <code data-selectable>{target.address}</code>
          </p>
        )}
        {tokenFrom !== undefined && (
          <p className={css['foundFact']}>
            a token from <code>{tokenFrom}</code>, sent only after you confirm the server
          </p>
        )}
        {others.length > 0 && (
          <p className={css['foundFact']}>
            and{' '}
            {others.map((source, index) => (
              <span key={source}>
                {index > 0 && ', '}
                <code>{source}</code>
              </span>
            ))}
          </p>
        )}
        {problems.map((problem) => (
          <p key={problem} className={css['foundProblem']}>
            {problem}
          </p>
        ))}
      </div>
      {(target !== undefined || tokenFrom !== undefined) && (
        <Button small {...(used ? { icon: Check } : {})} aria-pressed={used} onClick={() => onUse(found)}>
          {used ? 'Filled in' : 'Fill in'}
        </Button>
      )}
    </section>
  );
}
