import { SquarePlus } from 'lucide-react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { hasLimitedUses } from '../../../shared/vault/token.ts';
import { useRead } from '../../parts/read/use-read.ts';
import type { Read } from '../../parts/read/use-read.ts';
import { query, vault } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { choice } from '../../ui/choice-field.tsx';
import { field, Fields } from '../../ui/fields.tsx';
import { AnswerPanel } from '../../parts/answer/answer-panel.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { emptyDraft, newTokenOf, problemsOf, optionsOf } from './new-token-draft.ts';
import type { NewTokenDraft } from './new-token-draft.ts';
import { lifeFields, MetaFields, OwnValue, wrapFields } from './new-token-fields.tsx';
import type { DraftProps } from './new-token-fields.tsx';
import { PolicyPicker } from './policy-picker.tsx';
import css from './token.module.css';

export interface NewTokenScreenProps {
  readonly session: SessionView;
}

/** Creates a token: the form, then the one-time result. */
export function NewTokenScreen({ session }: NewTokenScreenProps) {
  const { sessionId } = session;
  const { activate } = useWorkspaceActions();
  const stored = newTokenOf(sessionId);
  const { draft, made } = useStore(stored);
  const onDraft = (by: Partial<NewTokenDraft>): void =>
    stored.change({ draft: { ...stored.snapshot().draft, ...by } });
  const { busy, failure, run, forget } = useAction();
  const create = (): void => {
    void run(async () => {
      // The screen can be gone by then; the result waits in the store.
      stored.change({ made: await vault.token.create({ sessionId, options: optionsOf(draft) }) });
    });
  };
  const problems = problemsOf(draft);
  const wrong = Object.keys(problems).length;
  const fields = { draft, problems, onDraft };
  const limited = hasLimitedUses(session.token);
  if (made !== undefined)
    return (
      <Page>
        <AnswerPanel
          answer={made}
          onOpened={activate}
          onDismissed={() => stored.change({ made: undefined })}
        />
        <div>
          <Button icon={SquarePlus} onClick={() => stored.change({ made: undefined })}>
            Create another
          </Button>
        </div>
      </Page>
    );
  return (
    <form
      noValidate
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === 0 && !busy) create();
      }}
    >
      <Page className={css['panels']}>
        <ScreenHead
          title="New token"
          note={<Note>The server fills in empty fields. The new token is shown once.</Note>}
        />
        <Panel>
          <Stack gap={14}>
            <WhoseFields session={session} {...fields} />
          </Stack>
        </Panel>
        <Panel>
          <WhatFields session={session} {...fields} />
        </Panel>
        <Panel>
          <Stack gap={14}>
            <Fields {...fields} of={lifeFields(draft)} />
          </Stack>
        </Panel>
        <Panel>
          <Disclosure title="Metadata and custom token ID" note={moreNote(draft)}>
            <Stack gap={14}>
              <MetaFields {...fields} />
              <OwnValue session={session} draft={draft} onDraft={onDraft} />
            </Stack>
          </Disclosure>
        </Panel>
        <Panel>
          <Stack gap={14}>
            <Fields {...fields} of={wrapFields(draft)} />
          </Stack>
        </Panel>
        {failure !== undefined && (
          <ErrorPanel
            error={failure}
            title={failure.kind === 'outcome-unknown' ? 'Created or not: unknown' : 'Not created'}
          />
        )}
      </Page>
      <Row as="footer" wrap align="center" gap={12} className={css['actions']}>
        <Button type="submit" variant="primary" disabled={wrong > 0 || busy}>
          {busy ? 'Creating…' : 'Create token'}
        </Button>
        <Button
          variant="ghost"
          disabled={draft === emptyDraft}
          onClick={() => {
            forget();
            stored.change({ draft: emptyDraft });
          }}
        >
          Start over
        </Button>
        <Text role="status" tone="dim" size={12} leading={18} pretty>
          {wrong > 0
            ? (problems.role ?? `${counted(wrong, 'field')} to correct.`)
            : limited && `It costs your token one of its ${grouped(session.token.numUses)} uses.`}
        </Text>
      </Row>
    </form>
  );
}

type WithSession = DraftProps & { readonly session: SessionView };

/** Parent, role and name. */
function WhoseFields({ session, draft, onDraft }: WithSession) {
  const listing = useRead(
    session,
    query('token.roles', { sessionId: session.sessionId }, { enabled: draft.parent === 'role' }),
  );
  const roles = listing.data;
  const byRole = draft.parent === 'role';
  return (
    <Fields<NewTokenDraft>
      draft={draft}
      onDraft={onDraft}
      of={[
        field.radio('parent', 'Parent', parents),
        byRole &&
          (roles !== undefined && roles.length > 0
            ? choice(
                'role',
                'Role',
                roles.map((role) => ({ value: role, label: role })),
                { mono: true },
              )
            : field.mono('role', 'Role', { placeholder: 'name of the role', hint: rolesHint(listing) })),
        byRole &&
          field.mono('entityAlias', 'Entity alias', {
            optional: true,
            hint: 'The token belongs to the entity of this alias, if the role allows it.',
          }),
        field.text('displayName', 'Display name', {
          optional: true,
          placeholder: 'e.g. deploy',
          hint: 'The server puts “token-” before it.',
        }),
      ]}
    />
  );
}

const parents = [
  { value: 'mine', label: 'A child of your token', hint: 'Expires with your token.' },
  {
    value: 'none',
    label: 'An orphan',
    hint: 'Requires auth/token/create-orphan, or sudo.',
  },
  { value: 'role', label: 'By a role', hint: 'The role sets its properties.' },
] as const;

function rolesHint({ data, error, unasked }: Read<readonly string[]>): string | undefined {
  if (data !== undefined) return 'This server has no token roles.';
  if (error !== undefined) return `The roles could not be listed: ${error.message} Enter the name of one.`;
  return unasked ? 'Listing the roles would cost a use of your token. Enter the name of one.' : undefined;
}

function WhatFields({ session, draft, onDraft }: WithSession) {
  const known = useRead(session, query('policy.list', { sessionId: session.sessionId })).data;
  return (
    <Stack gap={14}>
      <PolicyPicker
        policies={draft.policies}
        known={known ?? []}
        // An orphan gets those of the token that creates it, too.
        defaults={`${draft.parent === 'role' ? 'the role’s policies, or ' : ''}your token’s${draft.parent === 'role' ? '' : ' policies'}`}
        onPolicies={(policies) => onDraft({ policies })}
      />
      <Fields
        draft={draft}
        onDraft={onDraft}
        of={[
          !draft.policies.includes('default') &&
            field.check(
              'noDefaultPolicy',
              'Without the policy “default”',
              'Without it a token needs another policy to look itself up or renew itself.',
            ),
        ]}
      />
    </Stack>
  );
}

function moreNote({ meta, idCard }: NewTokenDraft): string {
  const parts = [
    ...(meta.length > 0 ? [counted(meta.length, 'line')] : []),
    ...(idCard === undefined ? [] : ['custom token ID']),
  ];
  return parts.join(', ');
}
