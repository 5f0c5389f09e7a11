import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListRestart } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { UnfinishedPlan } from '../../../shared/vault/plan.ts';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { unfinishedQuery, unfinishedTitle, useGoOn } from './unfinished.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import css from './plan.module.css';

/** Plans of this connection that did not come to their end. Hidden without any. */
export function Unfinished({ session }: { readonly session: SessionView }) {
  const { sessionId } = session;
  const client = useQueryClient();
  const { data = [], error } = useQuery(unfinishedQuery(sessionId));
  const [failed, setFailed] = useState<AppError>();
  const goOn = useGoOn(sessionId);
  const forget = async ({ unfinishedId }: UnfinishedPlan): Promise<void> => {
    try {
      await vault.plan.forget({ sessionId, unfinishedId });
      setFailed(undefined);
    } catch (caught) {
      setFailed(appErrorOf(caught));
    }
    await client.invalidateQueries({ queryKey: unfinishedQuery(sessionId).queryKey });
  };
  return (
    <>
      <ErrorPanel
        error={error === null ? undefined : appErrorOf(error)}
        title="Unfinished plans could not be read"
      />
      <ErrorPanel error={failed} title="The plan was not forgotten" />
      {data.length > 0 && (
        <Stack as="ul" aria-label="Unfinished plans" className={css['unfinishedList']}>
          {data.map((one) => (
            <Row as="li" key={one.unfinishedId} align="center" gap={8} className={css['unfinished']}>
              <Icon of={ListRestart} size={15} />
              <Stack grow shrinks>
                <Text cut>
                  <NameText text={unfinishedTitle(one)} />
                </Text>
                <Text tone="dim" size={12}>
                  Did not come to its end: {grouped(one.done)} of {counted(one.rows, 'row')} done, begun{' '}
                  <RelativeTime iso={one.begun} />
                  {one.undeleted > 0 && `; ${counted(one.undeleted, 'source')} with versions undeleted`}
                  {one.fileName !== undefined && `; asks for “${one.fileName}” again`}
                  {one.missing.length > 0 && `; also needs ${one.missing.join(', ')}`}
                </Text>
              </Stack>
              <Button small disabled={one.missing.length > 0} onClick={() => goOn(one)}>
                Go on…
              </Button>
              <Button small variant="ghost" onClick={() => void forget(one)}>
                Forget
              </Button>
            </Row>
          ))}
        </Stack>
      )}
    </>
  );
}
