import { SquarePlay } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../shared/vault/counted.ts';
import type { ProgramGrant, ProgramsState } from '../../../shared/vault/programs.ts';
import { useSetPreferences } from '../../api/app.ts';
import { query, vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Resource, type ResourceProps } from '../../parts/resource/resource.tsx';
import { CopyBlock } from '../../parts/value/copy-block.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FactRow } from '../../ui/facts.tsx';
import { Box, Stack, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import type { Column } from '../../ui/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { isGiven, numbered, outcomeWords, type NumberedRequest } from './program-words.ts';

type Kind = 'requests' | 'grants';

/** A grant ends without an event when its time is over. */
const everyMs = 5_000;

/** Programs that asked for secrets, what they were given, and what they can get without a question. */
export function ProgramsScreen() {
  const [kind, setKind] = useState<Kind>('requests');
  const state = useQuery(query('programs.list', {})).data;
  const setPreferences = useSetPreferences();
  const set = (programs: boolean) => (): void => setPreferences({ programs });
  const page = {
    session: undefined,
    title: 'Programs',
    id: 'programs',
    list: query('programs.list', {}, { refetchInterval: everyMs }),
    failed: 'The programs could not be listed',
    note: ({ data }) => data !== undefined && <Listening state={data} />,
    actions: ({ data }) =>
      data !== undefined && (
        <>
          {data.grants.length > 0 && <RevokeAll />}
          {data.on ? (
            <Button onClick={set(false)}>Turn off</Button>
          ) : (
            data.requests.length > 0 && (
              <Button variant="primary" onClick={set(true)}>
                Let programs ask
              </Button>
            )
          )}
        </>
      ),
  } satisfies Partial<ResourceProps<ProgramsState, never, Kind>>;
  const isUnused = state?.on !== true && state?.requests.length === 0;
  const tabs = {
    label: 'Requests and grants',
    tabs: [
      { value: 'requests', label: 'Requests' },
      { value: 'grants', label: 'Grants' },
    ],
    value: kind,
    onValue: setKind,
  } as const;
  return kind === 'requests' ? (
    <Resource
      {...page}
      {...(isUnused ? {} : { tabs })}
      label="Requests"
      rows={({ requests }) => numbered(requests)}
      keyOf={({ id }) => id}
      columns={requestColumns}
      filter={{
        label: 'Filter requests',
        texts: ({ who, connection, keys, outcome }) => [who, connection, ...keys, outcomeWords[outcome]],
        none: 'No request contains this text',
      }}
      empty={
        <Box grow low>
          <NoRequests on={state?.on === true} onTurnOn={set(true)} />
        </Box>
      }
      details={(request) => ({
        title: 'Request',
        small: true,
        facts: [
          ['When', <RelativeTime key="at" iso={request.at} />],
          ['Outcome', outcomeWords[request.outcome]],
          ['Command', request.command],
          ...factsOf(request),
        ],
      })}
    />
  ) : (
    <Resource
      {...page}
      tabs={tabs}
      label="Grants"
      rows={({ grants }) => grants}
      keyOf={({ id }) => id}
      columns={grantColumns}
      empty={
        <EmptyState title="No grants">
          Your yes can last for a process or 15 minutes. A lock ends all grants.
        </EmptyState>
      }
      details={(grant, { removed }) => ({
        title: 'Grant',
        small: true,
        failed: 'The grant was not revoked',
        changes: [
          {
            label: 'Revoke',
            run: () => vault.programs.revoke({ id: grant.id }),
            done: 'Grant revoked',
            onDone: removed,
          },
        ],
        facts: [
          ['Given', <RelativeTime key="at" iso={grant.givenAt} />],
          ['Expires', lastsOf(grant)],
          ...factsOf(grant),
        ],
      })}
    />
  );
}

/** Place of the socket, or what waits. */
function Listening({ state: { on, socket, waiting } }: { readonly state: ProgramsState }) {
  if (waiting > 0) return `${counted(waiting, 'request')} waiting for your answer`;
  if (!on) return 'Off';
  return (
    <>
      Listening at <code data-selectable>{socket}</code>
    </>
  );
}

function RevokeAll() {
  const { run, busy } = useAction();
  return (
    <Button disabled={busy} onClick={() => void run(() => vault.programs.revoke({ all: true }))}>
      Revoke all
    </Button>
  );
}

/** Placeholder of the requests: how a program comes to ask. */
function NoRequests({ on, onTurnOn }: { readonly on: boolean; readonly onTurnOn: () => void }) {
  return (
    <EmptyState
      icon={SquarePlay}
      title={on ? 'No program has asked yet' : 'Programs cannot ask for secrets'}
      actions={
        !on && (
          <Button variant="primary" onClick={onTurnOn}>
            Let programs ask
          </Button>
        )
      }
    >
      <Stack gap={12}>
        <p>
          {on
            ? 'An entry’s menu has “Use in a program…”, with the line to run. This line shows that Strongroom listens:'
            : '“strongroom run” asks for the values that a file of references names. After your yes they go into that program alone, never to disk.'}
        </p>
        <CopyBlock text="strongroom status" label="Line to try" name="Line" />
      </Stack>
    </EmptyState>
  );
}

function whoOf({ who, agent }: Pick<ProgramGrant, 'who' | 'agent'>): string {
  return agent ? `Agent: ${who}` : who;
}

function keysOf({ keys }: Pick<ProgramGrant, 'keys'>): string {
  return keys.length === 1 ? (keys[0] ?? '') : counted(keys.length, 'reference');
}

function lastsOf({ until, while: process }: ProgramGrant) {
  return until === null ? `while ${process ?? ''} runs` : <RelativeTime iso={until} />;
}

function shared<R extends Pick<ProgramGrant, 'connection' | 'keys'>>(): readonly Column<R>[] {
  return [
    { title: 'Connection', width: 110, share: 1.5, rank: 1, text: ({ connection }) => connection },
    { title: 'References', width: 120, share: 2, rank: 2, mono: true, text: keysOf },
  ];
}

const requestColumns: readonly Column<NumberedRequest>[] = [
  { title: 'When', width: 90, cell: ({ at }) => <RelativeTime iso={at} /> },
  { title: 'Program', width: 120, share: 2, text: whoOf },
  ...shared<NumberedRequest>(),
  { title: 'Command', width: 80, rank: 3, text: ({ command }) => command },
  {
    title: 'Outcome',
    width: 130,
    text: ({ outcome }) => outcomeWords[outcome],
    cell: ({ outcome }) => <Text tone={isGiven(outcome) ? 'text' : 'dim'}>{outcomeWords[outcome]}</Text>,
  },
];

const grantColumns: readonly Column<ProgramGrant>[] = [
  { title: 'Program', width: 120, share: 2, text: whoOf },
  ...shared<ProgramGrant>(),
  { title: 'Expires', width: 130, cell: lastsOf },
  {
    title: '',
    width: 88,
    cell: ({ id }) => <Revoke id={id} />,
  },
];

/** A mouse's way; by keyboard the details have it. */
function Revoke({ id }: { readonly id: string }) {
  const { run, busy } = useAction();
  return (
    <Button
      small
      tabIndex={-1}
      disabled={busy}
      onClick={(event) => {
        event.stopPropagation();
        void run(() => vault.programs.revoke({ id }));
      }}
    >
      Revoke
    </Button>
  );
}

function factsOf({
  who,
  agent,
  connection,
  keys,
}: Omit<ProgramGrant, 'id' | 'until' | 'while' | 'givenAt'>): readonly FactRow[] {
  return [
    ['Program', <NameText key="who" text={who} />],
    ['Asked by', agent && 'an agent'],
    ['Connection', connection],
    [
      'References',
      keys.length > 0 && (
        <Stack key="keys" as="ul" gap={4}>
          {keys.map((key) => (
            <li key={key} data-mono>
              {key}
            </li>
          ))}
        </Stack>
      ),
    ],
  ];
}
