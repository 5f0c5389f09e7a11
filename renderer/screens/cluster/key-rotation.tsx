import { useQuery } from '@tanstack/react-query';
import { grouped } from '../../../shared/vault/counted.ts';
import type { KeyRotation as Rotation } from '../../../shared/vault/cluster.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { keyRotationQuery } from '../../api/cluster.ts';
import { form, FormButton, type Form } from '../../parts/form/draft-form.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { field } from '../../ui/fields.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import css from './cluster.module.css';

/** Settings of the automatic rotation of the encryption key, with a form to change them. */
export function KeyRotation({ sessionId }: { readonly sessionId: string }) {
  const query = useQuery(keyRotationQuery(sessionId));
  const rotation = query.data;
  const error = query.error === null ? undefined : appErrorOf(query.error);
  if (error?.kind === 'not-offered') return <Note>Automatic rotation: not offered by this server</Note>;
  if (error !== undefined) return <ErrorPanel error={error} title="Automatic rotation" />;
  if (rotation === undefined) return null;
  const { enabled, intervalSeconds, maxOperations } = rotation;
  return (
    <>
      <Facts className={css['keyFacts']}>
        <Fact name="Automatic rotation">
          {enabled
            ? `after ${grouped(maxOperations)} encryptions${intervalSeconds === 0 ? '' : ` or ${formatDuration(intervalSeconds)}`}`
            : 'off'}
        </Fact>
      </Facts>
      <Row wrap gap={8}>
        <FormButton form={rotationForm(sessionId, rotation)}>Change…</FormButton>
      </Row>
    </>
  );
}

function rotationForm(sessionId: string, rotation: Rotation): Form {
  return form({
    title: 'Automatic rotation',
    action: 'Save…',
    busy: 'Saving…',
    failed: (failure) => <ErrorPanel error={failure} />,
    first: {
      enabled: rotation.enabled,
      operations: String(rotation.maxOperations),
      seconds: String(rotation.intervalSeconds),
    },
    submit: async ({ enabled, operations, seconds }, _, client) => {
      const counts = { maxOperations: Number(operations), intervalSeconds: Number(seconds) };
      const set = await vault.cluster.setRotation({ sessionId, enabled, ...counts });
      client.setQueryData(keyRotationQuery(sessionId).queryKey, set);
    },
    disabled: ({ operations, seconds }) => !isWhole(operations) || !isWhole(seconds),
    fields: [
      field.check('enabled', 'Rotate automatically'),
      field.text('operations', 'Encryptions'),
      field.text('seconds', 'Interval in seconds; 0 for none'),
    ],
  });
}

function isWhole(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}
