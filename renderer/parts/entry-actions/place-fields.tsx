import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/error-panel.tsx';
import { Stack } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { engineTag } from '../path/engine-tag.ts';
import { AskServer } from '../read/loaded.tsx';
import { placeDoubt } from './place.ts';
import type { TypedPlace } from './typed-place.ts';

export interface PlaceFieldsProps {
  readonly place: TypedPlace;
  /** Offers the choice of a session, if there are several. */
  readonly acrossSessions?: boolean;
  /** Further problem with the path. */
  readonly problem?: string | undefined;
}

/** Fields for session, mount and path. Typing a path sends no requests. */
export function PlaceFields({ place, acrossSessions = false, problem }: PlaceFieldsProps) {
  const { sessions, mounts, mount, path } = place;
  const doubt = mount === undefined ? undefined : placeDoubt(mount, path);
  return (
    <>
      {acrossSessions && sessions.length > 1 && (
        <SelectField
          label="Connection"
          value={place.sessionId}
          options={sessions.map((one) => ({
            value: one.sessionId,
            label: one.name,
            note: one.address.replace(/^https?:\/\//, ''),
          }))}
          onValue={place.setSession}
        />
      )}
      {place.mountsError !== undefined ? (
        <Stack align="start" gap={8} size={12} role="alert">
          <ErrorText error={place.mountsError} />
          <Button small onClick={place.listMounts}>
            Retry
          </Button>
        </Stack>
      ) : place.mountsCost ? (
        <AskServer onAsk={place.listMounts} />
      ) : (
        <SelectField
          label="Mount"
          mono
          value={mount?.path ?? ''}
          options={mounts.map((one) => ({ value: one.path, label: one.path, note: engineTag(one) }))}
          onValue={(wanted) => {
            const next = mounts.find((one) => one.path === wanted);
            if (next !== undefined) place.setMount(next);
          }}
        />
      )}
      <TextField
        label="Path"
        mono
        // The dialog exists for typing.
        autoFocus
        placeholder="payments/api-gateway"
        value={path}
        error={place.problem ?? problem}
        hint={
          doubt ??
          (mount === undefined || path === '' ? (
            'Below the mount, with slashes between folders. Folders need not exist before.'
          ) : (
            <>
              In full: <code>{mount.path + path}</code>
            </>
          ))
        }
        onChange={(event) => place.setPath(event.target.value)}
      />
    </>
  );
}
