import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ClosestRule, NearbyGrant, RefusalExplanation } from '../../../shared/vault/refusal.ts';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorDetails } from '../../ui/error-panel.tsx';
import { PolicyLines } from './policy-lines.tsx';
import { Needs } from './needs.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import css from './refusal.module.css';

export interface ExplanationProps {
  readonly explanation: RefusalExplanation;
  readonly error: AppError;
  readonly title: string | undefined;
  readonly sudo: boolean;
  /** Remedies, as buttons. */
  readonly children: ReactNode;
}

/** Explanation of a refusal: the conclusion first, uncertain findings folded below. */
export function Explanation({ explanation, error, title, sudo, children }: ExplanationProps) {
  const { tokenDead, findings, closest, suggestion, apiPath, neededCapability } = explanation;
  if (tokenDead)
    return (
      <>
        <Stack as="ul" gap={6} role="alert" tone="danger" pretty data-selectable>
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </Stack>
        {children}
      </>
    );
  const [first, ...uncertain] = findings;
  return (
    <>
      <Needs capability={neededCapability} path={apiPath} sudo={sudo} title={title} />
      {suggestion !== '' && <PolicyLines text={suggestion} />}
      {first !== undefined && (
        <Text as="p" pretty data-selectable>
          {first}
        </Text>
      )}
      {closest.length > 0 && (
        <Part title={closest.length > 1 ? 'Closest rules' : 'Closest rule'}>
          {closest.map((rule) => (
            <Rule key={`${rule.policy} ${String(rule.line)}`} rule={rule} />
          ))}
        </Part>
      )}
      {children}
      <ErrorDetails error={error}>
        <Details explanation={explanation} uncertain={uncertain} />
        <p data-selectable>{error.message}</p>
      </ErrorDetails>
    </>
  );
}

interface DetailsProps {
  readonly explanation: RefusalExplanation;
  readonly uncertain: readonly string[];
}

function Details({ explanation, uncertain }: DetailsProps) {
  const { askedPath, apiPath, capabilities, capabilitiesProblem, nearby, unreadablePolicies } = explanation;
  return (
    <Stack gap={10} shrinks>
      <Facts selectable>
        {askedPath !== apiPath && (
          <Fact name="Requested path">
            <code>{askedPath}</code>
          </Fact>
        )}
        <Fact name="Permissions there">
          {capabilities === undefined ? (
            (capabilitiesProblem?.message ?? 'The server did not say.')
          ) : (
            <Capabilities names={capabilities} />
          )}
        </Fact>
        {unreadablePolicies.length > 0 && (
          <Fact name="Policies not readable">
            <code>{unreadablePolicies.join(', ')}</code>
          </Fact>
        )}
      </Facts>
      {uncertain.length > 0 && (
        <Stack as="ul" gap={6} pretty data-selectable>
          {uncertain.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </Stack>
      )}
      {nearby.length > 0 && <Nearby grants={nearby} />}
    </Stack>
  );
}

function Capabilities({ names }: { readonly names: readonly string[] }) {
  // The server also reports `deny` for a path without any grant.
  if (names.length === 0 || names.every((name) => name === 'deny')) return <Chip>none</Chip>;
  return (
    <Row as="span" wrap gap={4}>
      {names.map((name) => (
        <Chip key={name} tone={name === 'deny' ? 'danger' : name === 'root' ? 'warn' : 'ok'}>
          {name}
        </Chip>
      ))}
    </Row>
  );
}

/** Lines of a rule, numbered as in its policy; the line with its path is highlighted. */
function Rule({ rule }: { readonly rule: ClosestRule }) {
  const lines = rule.text.split('\n');
  return (
    <figure className={css['rule']}>
      <figcaption>
        policy <code data-selectable>{rule.policy}</code>, line {rule.line}
      </figcaption>
      <pre tabIndex={0} aria-label={`Rule of policy ${rule.policy}`}>
        {lines.map((line, index) => (
          <span key={index} className={classes(css['line'], index === 0 && css['hit'])}>
            <span className={css['number']} aria-hidden="true">
              {rule.line + index}
            </span>
            {line}
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  );
}

function Nearby({ grants }: { readonly grants: readonly NearbyGrant[] }) {
  return (
    <Part title="Permissions nearby">
      <ul className={css['nearby']} data-selectable>
        {grants.map(({ path, capabilities }) => (
          <li key={path}>
            <code>{path}</code>
            <Capabilities names={capabilities} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack as="section" gap={6} shrinks>
      <Text as="h3" tone="dim" size={12}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}
