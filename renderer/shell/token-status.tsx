import { Copy, Eye, LogIn, ScanSearch } from 'lucide-react';
import type { AutoRenewal, SessionView } from '../../shared/ipc/contract.ts';
import type { TokenFacts } from '../../shared/vault/token.ts';
import { formatDuration } from '../../shared/vault/ttl.ts';
import { copyText } from '../api/app.ts';
import { vault } from '../api/client.ts';
import { reauthenticate } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Meter } from '../ui/meter.tsx';
import { ClosesPopover, Popover } from '../ui/popover.tsx';
import { ServerTime } from '../ui/server-clock.tsx';
import { RelativeTime } from '../ui/time.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { toned } from '../ui/tone.ts';
import { Words } from './bar-words.tsx';
import css from './status-bar.module.css';
import { nameOfToken, useTokenLife, usesLeftWords } from '../parts/session/token-time.ts';
import { Stack, Text } from '../ui/layout.tsx';
import { useWorkspaceActions } from '../workspace/workspace.tsx';

/** Token name and remaining lifetime; a click shows its facts. */
export function TokenStatus({ session }: { readonly session: SessionView }) {
  const { token } = session;
  const uses = usesLeftWords(token.numUses);
  return (
    <Popover
      title="Token"
      side="top"
      align="end"
      trigger={
        <button type="button" className={css['who']}>
          <Words drop={7} text={`${nameOfToken(token)} ·`} />
          <TimeLeft token={token} dead={session.trouble?.kind === 'unauthenticated'} />
          {uses !== undefined && <span className={toned('warn')}>· {uses}</span>}
        </button>
      }
    >
      <TokenCard session={session} />
    </Popover>
  );
}

function TimeLeft({ token, dead }: { readonly token: TokenFacts; readonly dead: boolean }) {
  const { words, share, tone } = useTokenLife(token, dead);
  return (
    <>
      <Text numbers weight={share === undefined ? 400 : 600} tone={tone === 'ok' ? 'text' : tone}>
        {words}
      </Text>
      {share !== undefined && <Meter value={share} tone={tone} label="Token time left" />}
    </>
  );
}

function TokenCard({ session }: { readonly session: SessionView }) {
  const { token } = session;
  const unknown = token.noLookUp === 'nothing';
  const { failure, run } = useAction();
  const { openScreen } = useWorkspaceActions();
  return (
    <div className={css['token']}>
      <Stack>
        <Text size="title" weight={600} breaks data-selectable>
          {nameOfToken(token)}
        </Text>
        {!unknown && (
          <span className={toned('dim')}>
            {token.type} token{token.path === '' ? '' : ' from '}
            <code>{token.path}</code>
          </span>
        )}
      </Stack>
      {token.noLookUp !== undefined && <p className={toned('dim')}>{noLookUpWords(token.noLookUp)}</p>}
      {!unknown && (
        <Facts>
          <Fact name="Policies" as="chips">
            {[...token.policies, ...token.identityPolicies].map((policy) => (
              <Chip key={policy} mono tone={policy === 'root' ? 'danger' : 'neutral'}>
                {policy}
              </Chip>
            ))}
          </Fact>
          <Fact name="Expires">
            {token.expireTime === null ? 'never' : <ServerTime iso={token.expireTime} />}
          </Fact>
          <Fact name="Renewable">
            {token.renewable ? 'yes' : 'no'}
            {token.periodSeconds > 0 && `, every ${formatDuration(token.periodSeconds)}`}
            {token.explicitMaxTtlSeconds > 0 &&
              `, at most ${formatDuration(token.explicitMaxTtlSeconds)} in all`}
          </Fact>
          {session.renewal !== undefined && (
            <Fact name="Renewal">
              <Renewal of={session.renewal} />
            </Fact>
          )}
          <Fact name="Uses left">{token.numUses === 0 ? 'unlimited' : Math.max(0, token.numUses)}</Fact>
          <Fact name="Accessor" as="aside">
            <code>{token.accessor === '' ? 'none' : token.accessor}</code>
            {token.accessor !== '' && (
              <IconButton
                small
                icon={Copy}
                iconSize={14}
                label="Copy accessor"
                tooltipSide="top"
                onClick={() => void run(() => copyText(token.accessor))}
              />
            )}
          </Fact>
        </Facts>
      )}
      <ErrorPanel error={failure} />
      <div className={css['actions']}>
        <ClosesPopover
          button={
            <Button small icon={ScanSearch} onClick={() => openScreen('token')}>
              Inspect token
            </Button>
          }
        />
        <Button
          small
          icon={Copy}
          onClick={() => void run(() => vault.secret.copy({ secretRef: token.id.secretRef }))}
        >
          Copy token
        </Button>
        <Button
          small
          icon={Eye}
          onClick={() => void run(() => vault.secret.show({ secretRef: token.id.secretRef }))}
        >
          Show…
        </Button>
        <Button
          small
          icon={LogIn}
          onClick={() => void run((client) => reauthenticate(client, session.sessionId))}
        >
          Log in again…
        </Button>
      </div>
    </div>
  );
}

/** Note about a token that may not look itself up. */
function noLookUpWords(known: NonNullable<TokenFacts['noLookUp']>): string {
  return known === 'nothing'
    ? 'This token cannot look itself up: its TTL, policies and uses are unknown.'
    : 'This token cannot look itself up: this is what its login or renewal said.';
}

/** Automatic renewal, in one line. */
function Renewal({ of: { nextAt, problem } }: { readonly of: AutoRenewal }) {
  return (
    <>
      {nextAt === '' ? (
        'automatic, none due'
      ) : (
        <>
          automatic, next <RelativeTime iso={nextAt} />
        </>
      )}
      {problem !== undefined && <span className={toned('danger')}> {problem}</span>}
    </>
  );
}
