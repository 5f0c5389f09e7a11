import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import { isNothing } from '../../../shared/vault/policy-effect.ts';
import type { LocalEffect, PathEffect, PolicyTest, RuleLine } from '../../../shared/vault/policy-effect.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Card, Row, Stack, Text } from '../../ui/layout.tsx';
import { Capabilities } from './capabilities.tsx';
import { toned } from '../../ui/tone.ts';
import css from './tester.module.css';

export interface TestResultProps {
  readonly result: PolicyTest;
  /** The policy whose draft was tested; undefined: no draft. */
  readonly edited: string | undefined;
  readonly onOpenRule: (policy: string, line: number) => void;
  /** Asks the server with a temporary token; undefined: it has answered, or cannot be asked. */
  readonly onAskServer: (() => void) | undefined;
  readonly busy: boolean;
}

/** The server's answer for a path, and the deciding lines. */
export function TestResult({ result, edited, onOpenRule, onAskServer, busy }: TestResultProps) {
  const { rows, problem, endpoint, unread, notes } = result;
  return (
    <Stack as="section" aria-label="Result of the test" gap={12}>
      <ErrorPanel error={problem} title="The server’s answer is unknown" />
      {rows.map((row) => (
        <PathResult
          key={row.path}
          row={row}
          isPartial={unread.length > 0}
          edited={edited}
          onOpenRule={onOpenRule}
        >
          {row.server !== undefined ? (
            <>
              <Capabilities names={row.server} /> <Agreement row={row} />
            </>
          ) : (
            <Text tone="dim">{problem === undefined ? 'not asked' : 'unknown'}</Text>
          )}
        </PathResult>
      ))}
      {onAskServer !== undefined && (
        <Row as="p" wrap gap={8} align="center">
          The server answers for tokens, not for policies.{' '}
          <Button small disabled={busy} onClick={onAskServer}>
            Ask server with a temporary token…
          </Button>
        </Row>
      )}
      {unread.length > 0 && (
        <Disclosure
          initiallyOpen
          title={`${unread.length === 1 ? '1 policy' : `${grouped(unread.length)} policies`} could not be read`}
        >
          <Stack as="ul" gap={4} tone="dim" breaks data-selectable>
            {unread.map(({ name, reason }) => (
              <li key={name}>
                <code>sys/policies/acl/{name}</code> {reason}
              </li>
            ))}
          </Stack>
        </Disclosure>
      )}
      <Stack as="ul" gap={4} tone="dim" breaks data-selectable>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>
          Not evaluated: required, allowed and denied parameters, wrapping TTLs, control groups, Sentinel.
          {edited !== undefined && endpoint !== undefined && ' The server answered for the saved policy.'}
        </li>
      </Stack>
    </Stack>
  );
}

interface PathResultProps {
  readonly row: PathEffect;
  /** Rules of some policies are not known. */
  readonly isPartial: boolean;
  readonly edited: string | undefined;
  readonly onOpenRule: TestResultProps['onOpenRule'];
  /** The server's answer. */
  readonly children: ReactNode;
}

function PathResult({ row, isPartial, edited, onOpenRule, children }: PathResultProps) {
  const { path, local, draft, sudo } = row;
  const shown = draft ?? local;
  const { tone, words } = verdictOf(row, isPartial);
  return (
    <Card as="article" className={css['row']} aria-label={path}>
      <Text as="h3" weight={600} breaks data-selectable>
        <Text tone={tone}>{words}</Text> <Text mono>{path}</Text>
      </Text>
      <Facts>
        <Fact name="Server">{children}</Fact>
        {/* Policies that were not read are named below. */}
        {local !== undefined && !(isPartial && isNothing(local.capabilities)) && (
          <Fact name={isPartial ? 'Policies read' : draft === undefined ? 'Policies' : 'Saved policies'}>
            <Capabilities names={local.capabilities} isPartial={isPartial} />
          </Fact>
        )}
        {draft !== undefined && (
          <Fact name="With your draft">
            <Capabilities names={draft.capabilities} isPartial={isPartial} />{' '}
            {local !== undefined && <Change before={local} after={draft} />}
          </Fact>
        )}
        {sudo && <Fact name="Also needed">sudo</Fact>}
      </Facts>
      {shown !== undefined && (
        <Deciding isPartial={isPartial} edited={edited} onOpenRule={onOpenRule} effect={shown} />
      )}
    </Card>
  );
}

/** First line of a result: the draft's effect, else the server's answer, else that of the rules. */
function verdictOf(
  { server, local, draft }: PathEffect,
  isPartial: boolean,
): { readonly tone: 'ok' | 'danger' | 'warn'; readonly words: string } {
  const names = draft?.capabilities ?? server ?? local?.capabilities;
  const byServer = draft === undefined && server !== undefined;
  if (names === undefined || (isPartial && !byServer)) return { tone: 'warn', words: 'Unknown:' };
  const by = draft !== undefined ? ' with your draft' : byServer ? '' : ' by these rules';
  return isNothing(names)
    ? { tone: 'danger', words: `Denied${by}:` }
    : { tone: 'ok', words: `Allowed${by}: ${names.filter((name) => name !== 'deny').join(', ')} on` };
}

interface DecidingProps extends Pick<PathResultProps, 'isPartial' | 'edited' | 'onOpenRule'> {
  readonly effect: LocalEffect;
}

function Deciding({ effect, isPartial, edited, onOpenRule }: DecidingProps) {
  const { capabilities, deciding, outranked } = effect;
  return (
    <>
      {deciding.length > 0 ? (
        <RuleLines label="Deciding rules" rules={deciding} edited={edited} onOpenRule={onOpenRule} />
      ) : (
        <p className={toned('dim')}>
          {capabilities.includes('root')
            ? 'The root policy allows everything.'
            : `No rule ${isPartial ? 'that was read ' : ''}covers this path.`}
        </p>
      )}
      {outranked.length > 0 && (
        <Disclosure
          title={outranked.length === 1 ? '1 weaker rule' : `${grouped(outranked.length)} weaker rules`}
        >
          <RuleLines label="Weaker rules" rules={outranked} edited={edited} onOpenRule={onOpenRule} />
        </Disclosure>
      )}
    </>
  );
}

function Agreement({ row: { agrees } }: { readonly row: PathEffect }) {
  if (agrees === undefined) return null;
  return agrees ? (
    <Chip icon={Check}>matches rules</Chip>
  ) : (
    <Chip tone="warn" icon={TriangleAlert}>
      differs from rules
    </Chip>
  );
}

function Change({ before, after }: { readonly before: LocalEffect; readonly after: LocalEffect }) {
  const was = before.capabilities.filter((one) => one !== 'deny');
  const is = after.capabilities.filter((one) => one !== 'deny');
  const gained = is.filter((one) => !was.includes(one));
  const lost = was.filter((one) => !is.includes(one));
  if (gained.length + lost.length === 0) return <span className={toned('dim')}>no change</span>;
  return (
    <span className={toned('dim')}>
      {[...gained.map((one) => `+${one}`), ...lost.map((one) => `−${one}`)].join(' ')}
    </span>
  );
}

interface RuleLinesProps {
  readonly label: string;
  readonly rules: readonly RuleLine[];
  /** The policy whose draft they are from. */
  readonly edited?: string | undefined;
  readonly onOpenRule: (policy: string, line: number) => void;
}

/** Rules by line number; each opens its policy there. */
function RuleLines({ label, rules, edited, onOpenRule }: RuleLinesProps) {
  return (
    <Stack as="ul" gap={2} aria-label={label}>
      {rules.map((rule) => {
        const { policy, line, path, capabilities, limitsRequests } = rule;
        return (
          <li key={`${policy} ${String(line)} ${path}`}>
            <button type="button" className={css['rule']} onClick={() => onOpenRule(policy, line)}>
              <Text tone="accent" breaks>
                {policy}
                {policy === edited ? ' (draft)' : ''}, line {grouped(line)}
              </Text>
              <code className={css['written']}>{path}</code>
              <Capabilities names={capabilities} />
              {limitsRequests && <Chip tone="warn">limits requests</Chip>}
            </button>
          </li>
        );
      })}
    </Stack>
  );
}
