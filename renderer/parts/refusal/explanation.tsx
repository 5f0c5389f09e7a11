import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ClosestRule, NearbyGrant, RefusalExplanation } from '../../../shared/vault/refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { copyPlainText } from '../value/copy-plain-text.ts';
import css from './refusal.module.css';

/** What is known about a refusal: what it probably is first, then what that rests on. */
export function Explanation({ explanation }: { readonly explanation: RefusalExplanation }) {
  const { tokenDead, findings, closest, nearby, unreadablePolicies, suggestion } = explanation;
  return (
    <>
      <ul className={classes(css['findings'], tokenDead && css['dead'])} data-selectable>
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
      <Asked explanation={explanation} />
      {!tokenDead && (
        <>
          <Part title={closest.length === 1 ? 'The rule that comes closest' : 'The rules that come closest'}>
            {closest.length === 0 ? (
              <p className={css['none']}>None in the policies that this token may read.</p>
            ) : (
              closest.map((rule) => <Rule key={`${rule.policy} ${String(rule.line)}`} rule={rule} />)
            )}
            {unreadablePolicies.length > 0 && (
              <p className={css['none']} data-selectable>
                Not readable with this token, so a closer rule may be in them:{' '}
                <code>{unreadablePolicies.join(', ')}</code>
              </p>
            )}
          </Part>
          {nearby.length > 0 && <Nearby grants={nearby} />}
          {suggestion !== '' && <Suggestion text={suggestion} />}
        </>
      )}
    </>
  );
}

function Asked({ explanation }: { readonly explanation: RefusalExplanation }) {
  const { askedPath, apiPath, neededCapability, capabilities, capabilitiesProblem } = explanation;
  return (
    <dl className={css['facts']} data-selectable>
      <dt>Asked for</dt>
      <dd>
        <code>{askedPath}</code>
      </dd>
      <dt>In policies</dt>
      <dd>
        <code>{apiPath}</code>
      </dd>
      <dt>It takes</dt>
      <dd>
        {neededCapability === '' ? (
          'it is not known which capability'
        ) : (
          <Chip tone="accent">{neededCapability}</Chip>
        )}
      </dd>
      <dt>The token may</dt>
      <dd>
        {capabilities === undefined ? (
          (capabilitiesProblem?.message ?? 'The server did not say.')
        ) : (
          <Capabilities names={capabilities} />
        )}
      </dd>
    </dl>
  );
}

function Capabilities({ names }: { readonly names: readonly string[] }) {
  // The server says `deny` for what nobody has granted, too.
  if (names.length === 0 || names.every((name) => name === 'deny')) return <Chip>nothing</Chip>;
  return (
    <span className={css['chips']}>
      {names.map((name) => (
        <Chip key={name} tone={name === 'deny' ? 'danger' : name === 'root' ? 'warn' : 'ok'}>
          {name}
        </Chip>
      ))}
    </span>
  );
}

/** The lines of a rule, numbered as in its policy; the one with its path stands out. */
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
    <Part title="What the token may do nearby">
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

function Suggestion({ text }: { readonly text: string }) {
  return (
    <Part title="Lines of policy that would allow it">
      <div className={css['suggestion']}>
        <pre tabIndex={0} aria-label="Lines of policy that would allow it">
          {text}
        </pre>
        <Button small icon={Copy} onClick={() => void copyPlainText(text, 'Policy')}>
          Copy
        </Button>
      </div>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={css['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
