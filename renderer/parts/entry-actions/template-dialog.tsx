/** The template file of a folder: chosen in main's dialog, shown, and removed again. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { FileBraces } from 'lucide-react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import { templateName } from '../../../shared/vault/template.ts';
import { appErrorOf, cacheKey, query, vault } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Note, Stack, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { useRead } from '../read/use-read.ts';
import { dismissAction } from './actions.ts';
import type { ActionProps } from './actions.ts';

/** Shows the file that describes the entries below a folder, and changes it. */
export function TemplateFileDialog({ action, session }: ActionProps<'template-file'>) {
  const { sessionId, mount, folder } = action;
  const place = { sessionId, mount: mount.path, path: folder };
  const template = useRead(session, query('template.file', place)).data?.template;
  const client = useQueryClient();
  const [problem, setProblem] = useState<AppError>();
  const run = async (change: () => Promise<unknown>): Promise<void> => {
    setProblem(undefined);
    try {
      await change();
    } catch (caught) {
      const error = appErrorOf(caught);
      if (error.kind !== 'cancelled') setProblem(error);
    }
    await client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'template') });
  };
  return (
    <Dialog
      open
      title="Template file"
      onClose={dismissAction}
      actions={
        <>
          <Button onClick={dismissAction}>Close</Button>
          {template !== undefined && (
            <Button onClick={() => void run(() => vault.template.forgetFile(place))}>Remove</Button>
          )}
          <Button
            variant="primary"
            icon={FileBraces}
            onClick={() => void run(() => vault.template.chooseFile(place))}
          >
            Choose a file…
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Text as="p" mono breaks data-selectable>
          <NameText text={mount.path + folder} />
        </Text>
        {template === undefined ? (
          <Note>
            A JSON Schema of the keys that entries here should have. It goes before an entry{' '}
            <code>{templateName}</code>.
          </Note>
        ) : (
          <Facts
            selectable
            of={[
              ['File', <code key="file">{template.path}</code>],
              ['Keys', grouped(template.keys.length)],
              ['Required', grouped(template.keys.filter(({ required }) => required).length)],
              ['Not checked', template.unchecked.join(', ')],
            ]}
          />
        )}
        <Note>
          {session.profileId === undefined
            ? 'It lasts until this connection closes.'
            : 'Strongroom takes a copy. After a change of the file, choose it again.'}
        </Note>
        {problem !== undefined && <ErrorPanel error={problem} title="The file is not used" />}
      </Stack>
    </Dialog>
  );
}
