import { useState } from 'react';
import type { UpdateStage, UpdateState } from '../../../shared/ipc/contract/updates.ts';
import {
  cancelUpdate,
  checkForUpdates,
  downloadUpdate,
  installUpdateNow,
  setInstallAtQuit,
  setUpdateFeed,
  setUpdateMode,
} from '../../api/updates.ts';
import { useAction } from '../../api/use-action.ts';
import { updateModes } from '../../parts/session/update-words.ts';
import { Button } from '../../ui/button.tsx';
import { bytesInWords } from '../../ui/bytes-in-words.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldProblem } from '../../ui/field-problem.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Meter } from '../../ui/meter.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toned } from '../../ui/tone.ts';
import type { SettingsSection } from './setting.ts';
import css from './updates.module.css';

/** Update mode of the app, and the update in progress. */
export function updateSettings(state: UpdateState): SettingsSection {
  const words = 'update upgrade new version check download install automatic off notify';
  const way = { id: 'updates-way', words: `${words} ${state.why}`, show: () => <p>{state.why}</p> };
  if (!state.looks) return { id: 'updates', title: 'Updates', settings: [way] };
  return {
    id: 'updates',
    title: 'Updates',
    settings: [
      ...(state.why === '' ? [] : [way]),
      { id: 'updates-mode', words, show: () => <Mode state={state} /> },
      { id: 'updates-stage', words, show: () => <Stage state={state} /> },
      {
        id: 'updates-feed',
        words: `${words} address feed server ${state.feed}`,
        show: () => <Feed feed={state.feed} />,
      },
    ],
  };
}

function Mode({ state }: { readonly state: UpdateState }) {
  const { run, failure } = useAction();
  return (
    <>
      <RadioField
        label="Check for new versions"
        options={updateModes(state)}
        value={state.mode}
        onValue={(next) => void run((client) => setUpdateMode(client, next))}
      />
      {failure !== undefined && <FieldProblem>{failure.message}</FieldProblem>}
    </>
  );
}

function Feed({ feed }: { readonly feed: string }) {
  const { run, busy, failure, forget } = useAction();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? feed;
  return (
    <form
      className={css['feed']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== feed) void run((client) => setUpdateFeed(client, text)).then(() => setTyped(undefined));
      }}
    >
      <TextField
        mono
        label="Update address"
        placeholder="https://updates.example.com/strongroom/"
        hint="Defaults to this build’s address. Only releases signed with a key of this build are accepted."
        maxLength={2048}
        value={text}
        error={failure?.message}
        onChange={(event) => {
          forget();
          setTyped(event.target.value);
        }}
      />
      {text !== feed && (
        <Button type="submit" disabled={busy}>
          Change…
        </Button>
      )}
    </form>
  );
}

function Stage({ state }: { readonly state: UpdateState }) {
  const { run, busy, failure } = useAction();
  const ending = useAction();
  const { stage, checkedAt } = state;
  const problem = state.problem ?? failure;
  const isWorking = stage.kind === 'checking' || stage.kind === 'downloading';
  // After a failed check the failure is the state: the check found out nothing else.
  const saysNothing = stage.kind === 'idle' && problem !== undefined;
  return (
    <Stack gap={8}>
      <Row wrap gap={8} align="center">
        <span role="status" className={css['words']}>
          {!saysNothing && <StageWords stage={stage} />}
          {!isWorking && checkedAt !== '' && (
            <span className={toned('dim')}>
              {saysNothing ? 'Checked ' : ' · checked '}
              <RelativeTime iso={checkedAt} />
            </span>
          )}
        </span>
        {isWorking && <Button onClick={() => void ending.run(cancelUpdate)}>Cancel</Button>}
        {stage.kind === 'found' && state.way === 'itself' && (
          <Button variant="primary" disabled={busy} onClick={() => void run(downloadUpdate)}>
            Download
          </Button>
        )}
        {stage.kind === 'ready' && (
          <Button variant="primary" disabled={busy} onClick={() => void run(installUpdateNow)}>
            Quit and install…
          </Button>
        )}
        {!isWorking && (
          <Button disabled={busy} onClick={() => void run(checkForUpdates)}>
            Check now
          </Button>
        )}
      </Row>
      {stage.kind === 'downloading' && (
        <Meter
          label={`Download of version ${stage.update.version}`}
          tone="accent"
          value={stage.receivedBytes / stage.update.sizeBytes}
        />
      )}
      {stage.kind === 'ready' && (
        <Checkbox
          label="Install when I quit"
          checked={stage.atQuit}
          onChecked={(on) => void run((client) => setInstallAtQuit(client, on))}
        />
      )}
      {problem !== undefined && (
        <FieldProblem>
          {problem.message} {problem.hint}
        </FieldProblem>
      )}
      {'update' in stage && stage.update.notes !== '' && (
        <LongText className={css['notes']}>{stage.update.notes}</LongText>
      )}
    </Stack>
  );
}

function StageWords({ stage }: { readonly stage: UpdateStage }) {
  switch (stage.kind) {
    case 'idle':
      return 'No new version is known';
    case 'checking':
      return 'Checking…';
    case 'newest':
      return 'This is the newest version';
    case 'found':
      return (
        <>
          Version {stage.update.version} is available, {bytesInWords(stage.update.sizeBytes)}
        </>
      );
    case 'downloading':
      return (
        <>
          Downloading version {stage.update.version}: {bytesInWords(stage.receivedBytes)} of{' '}
          {bytesInWords(stage.update.sizeBytes)}
        </>
      );
    case 'ready':
      return <>Version {stage.update.version} is downloaded and verified</>;
  }
}
