import { Search } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { IdentityBy } from '../../../../shared/vault/identity.ts';
import { query, vault } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { OpenField } from '../../../ui/open-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import type { Named } from './identity-words.ts';
import own from './identity.module.css';

export interface FindIdentityProps {
  readonly session: SessionView;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFound: (found: Named) => void;
}

const choices = [
  { value: 'name', label: 'Entity name' },
  { value: 'group', label: 'Group name' },
  { value: 'id', label: 'Entity ID' },
  { value: 'alias', label: 'Login name' },
  { value: 'accessor', label: 'Token accessor' },
] as const;

/**
 * The one field: it filters the list, and Enter finds an entity or group that need not be in it: by name, ID, login
 * name, or the accessor of its token.
 */
export function FindIdentity({ session, text, onText, onFound }: FindIdentityProps) {
  const { sessionId } = session;
  const [by, setBy] = useState<string>('name');
  const [picked, setPicked] = useState('');
  const action = useAction();
  const methods = useRead(session, {
    ...query('mount.table', { sessionId, kind: 'auth' }),
    enabled: by === 'alias',
  });
  const mounts = (methods.data?.rows ?? []).filter(({ type }) => type !== 'token');
  const mountAccessor = picked === '' ? (mounts[0]?.accessor ?? '') : picked;
  const find = async (): Promise<void> => {
    const kind = by === 'group' ? 'group' : 'entity';
    const asked = (by === 'group' ? 'name' : by) as IdentityBy;
    const found = await action.run(() =>
      vault.identity.find({ sessionId, kind, by: asked, text: text.trim(), mountAccessor }),
    );
    if (found !== undefined) onFound({ kind: found.kind, id: found.id });
  };
  return (
    <>
      <Row wrap align="center" gap={8} className={own['find']}>
        <OpenField
          label="Filter, or look up"
          text={text}
          onText={(typed) => {
            onText(typed);
            action.forget();
          }}
          onEnter={() => {
            if (text.trim() !== '') void find();
          }}
        />
        <SelectField labelHidden label="Look up by" value={by} options={choices} onValue={setBy} />
        {by === 'alias' && (
          <SelectField
            mono
            labelHidden
            label="Auth method"
            value={mountAccessor}
            options={mounts.map(({ accessor, path }) => ({ value: accessor, label: path }))}
            onValue={setPicked}
          />
        )}
        <Button icon={Search} disabled={text.trim() === '' || action.busy} onClick={() => void find()}>
          Look up
        </Button>
      </Row>
      <Problem error={action.failure} title="Not found" />
    </>
  );
}
