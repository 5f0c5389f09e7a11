import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { counted } from '../../../shared/vault/counted.ts';
import type { LoginMethod, LoginMethods } from '../../../shared/vault/login.ts';
import { loginTypes } from '../../../shared/vault/login.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { appErrorOf } from '../../api/client.ts';
import { loginMethodsQuery } from '../../api/login.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SelectField, type SelectOption } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { typedMount } from './login-draft.ts';
import type { LoginDraft, LoginProblem } from './login-draft.ts';
import css from './login-fields.module.css';
import { hasMount, typeLabels, typeOf, usualMount } from './login-types.ts';

/** Trigger for listing auth methods; by button if a passphrase prompt could interfere. */
export type WhenAsked = 'at-once' | 'when-opened' | 'by-button';

export interface MethodFieldProps {
  readonly draft: LoginDraft;
  readonly onDraft: (draft: LoginDraft) => void;
  readonly where: Where | undefined;
  readonly asks: WhenAsked;
  /** Leaves out the token, which is not a login. */
  readonly withoutToken?: boolean | undefined;
  readonly problem: LoginProblem | undefined;
  readonly initiallyOpen?: boolean | undefined;
}

/** Auth method: a token, the methods listed by the server without a login, then all others with a mount path. */
export function MethodField(props: MethodFieldProps) {
  const { draft, onDraft, where, asks, withoutToken = false, problem, initiallyOpen = false } = props;
  const place = where === undefined ? '' : JSON.stringify([where, draft.namespace ?? null]);
  // Place already queried; an address being typed is not queried automatically.
  const [askedPlace, setAskedPlace] = useState(
    asks === 'at-once' || (asks === 'when-opened' && initiallyOpen) ? place : '',
  );
  const [ownMount, setOwnMount] = useState(false);
  const asked = where !== undefined && askedPlace === place;
  // An automatic query never opens a prompt: an unconfirmed server waits for the button.
  const pressed = useRef(false);
  const found = useQuery({
    ...loginMethodsQuery(where ?? nowhere, draft.namespace, () => pressed.current),
    enabled: asked,
    refetchOnMount: false,
    retryOnMount: false,
  });
  const declined = found.error !== null && appErrorOf(found.error).kind === 'cancelled';
  const offered = (where === undefined ? undefined : found.data)?.methods.filter(isChoosable) ?? [];
  const chosen = ownMount ? undefined : offered.find((method) => isChosen(draft, method));

  const choose = (value: string): void => {
    const method = offered.find((one) => valueOf(one) === value);
    setOwnMount(method === undefined);
    if (method === undefined) {
      const type = loginTypes.find((one) => one === value);
      if (type !== undefined) onDraft({ ...draft, type });
      return;
    }
    const type = typeOf(method);
    onDraft({ ...draft, type, mounts: { ...draft.mounts, [type]: method.mount } });
  };
  return (
    <>
      <SelectField
        label="Auth method"
        initiallyOpen={initiallyOpen}
        {...(asks === 'when-opened'
          ? {
              onOpen: () => setAskedPlace(place),
            }
          : {})}
        value={chosen === undefined ? draft.type : valueOf(chosen)}
        options={withoutToken ? optionsOf(offered).filter(isLogin) : optionsOf(offered)}
        onValue={choose}
      />
      {where !== undefined && (
        <div className={css['ask']} aria-live="polite">
          <span>{askedWords(found.isFetching, found.data, offered.length)}</span>
          <Button
            small
            variant="ghost"
            disabled={found.isFetching}
            onClick={() => {
              pressed.current = true;
              if (asked) void found.refetch();
              else setAskedPlace(place);
            }}
          >
            {asked && found.isFetched && !declined ? 'Refresh' : 'List auth methods'}
          </Button>
        </div>
      )}
      {asked && found.error !== null && !declined && (
        <div className={css['whole']}>
          <ErrorPanel error={appErrorOf(found.error)} title="The auth methods cannot be listed" />
        </div>
      )}
      {hasMount(draft.type) && chosen === undefined && (
        <TextField
          mono
          label="Mount path"
          placeholder={usualMount(draft.type) === '' ? 'kerberos/' : usualMount(draft.type)}
          hint="Below auth/."
          value={typedMount(draft)}
          error={problem?.part === 'mount' ? problem.words : undefined}
          onChange={(event) => {
            setOwnMount(true);
            onDraft({ ...draft, mounts: { ...draft.mounts, [draft.type]: event.target.value } });
          }}
        />
      )}
    </>
  );
}

/** Placeholder for a disabled query. */
const nowhere: Where = { sessionId: '' };

/** A token is the first choice anyway. */
function isChoosable({ type }: LoginMethod): boolean {
  return type !== 'token';
}

function isChosen(draft: LoginDraft, method: LoginMethod): boolean {
  return typeOf(method) === draft.type && method.mount === typedMount(draft);
}

function valueOf({ type, mount }: LoginMethod): string {
  return `offered ${type} ${mount}`;
}

/** A token is not a login, and the content of a wrapping token is unwrapped elsewhere. */
function isLogin({ value }: SelectOption): boolean {
  return value !== 'token' && value !== 'wrapped';
}

function optionsOf(offered: readonly LoginMethod[]): readonly SelectOption[] {
  return [
    { value: 'token', label: typeLabels.token },
    ...offered.map((method) => ({
      value: valueOf(method),
      label: offeredLabel(method),
      description: method.description,
      note: method.mount,
      group: 'On this server',
    })),
    ...loginTypes
      .filter((type) => type !== 'token')
      .map((type) => ({ value: type, label: typeLabels[type], group: 'Other' })),
  ];
}

function offeredLabel(method: LoginMethod): string {
  const type = typeOf(method);
  return type === 'other' ? method.type : typeLabels[type];
}

function askedWords(asking: boolean, found: LoginMethods | undefined, count: number): string {
  if (asking) return 'Listing…';
  if (found === undefined) return '';
  return `${found.server}: ${counted(count, 'auth method')} listed`;
}
