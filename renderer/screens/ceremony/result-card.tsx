import { useQueries, useQuery } from '@tanstack/react-query';
import { Eye, LogIn, Trash2 } from 'lucide-react';
import type { AnswerKind, AnswerSummary } from '../../../shared/vault/answer.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { adopt, useOneTimeResults } from '../../api/answers.ts';
import { savedQuery } from '../../api/ceremonies.ts';
import { vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { noteFirstRun } from '../../workspace/first-run.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SharesMeter } from '../../ui/shares-meter.tsx';
import { Card, Row } from '../../ui/layout.tsx';
import css from './ceremony.module.css';

/** Results that hold a root token to log in with. */
const withToken: readonly AnswerKind[] = ['root-token', 'initial-keys'];

/** One-time results of these kinds of a place: of its session or, without one, of its address; if any is unsaved. */
export function useCeremonyResults(
  where: Where,
  address: string,
  kinds: readonly AnswerKind[],
): { readonly results: readonly AnswerSummary[]; readonly unsaved: boolean } {
  const { results } = useOneTimeResults();
  const ofCeremonies = results.filter(({ kind }) => kinds.includes(kind));
  const facts = useQueries({ queries: ofCeremonies.map(({ answerId }) => savedQuery(answerId)) });
  const found = ofCeremonies
    .map((result, index) => ({ result, saved: facts[index]?.data }))
    .filter(({ result: { sessionId }, saved }) =>
      sessionId === undefined
        ? bare(saved?.address ?? '') === bare(address)
        : 'sessionId' in where && sessionId === where.sessionId,
    );
  return {
    results: found.map(({ result }) => result),
    unsaved: found.some(({ saved }) => saved === undefined || saved.saved < saved.total),
  };
}

function bare(address: string): string {
  return address.replace(/\/+$/, '');
}

export interface ResultCardProps {
  readonly result: AnswerSummary;
  /** Its token is the first of a new server; the first steps follow once the server is unsealed. */
  readonly firstRun?: 'sealed' | 'unsealed';
  /** Name of the session that it opens. */
  readonly name: string;
  /** The ceremony continues without it: Strongroom uses it automatically. */
  readonly quiet?: boolean;
}

/** Result of a ceremony: shown part by part in the secure prompt until all of it is saved. */
export function ResultCard({ result, firstRun, name, quiet = false }: ResultCardProps) {
  const { answerId, kind, title } = result;
  const saved = useQuery(savedQuery(answerId)).data;
  const showing = useAction();
  const action = useAction();
  if (saved === undefined) return null;
  const left = saved.total - saved.saved;
  const show = (again: boolean): void =>
    void showing.run(async (client) => {
      const saved = await vault.ceremony.showResult({ answerId, again });
      client.setQueryData(savedQuery(answerId).queryKey, saved);
    });
  const logIn = async (): Promise<void> => {
    const opened = await action.run((client) => adopt(client, { answerId, how: 'beside', name }));
    if (opened !== undefined && firstRun !== undefined) noteFirstRun(opened.sessionId);
  };
  return (
    <Card as="section" className={css['result']} aria-label={title}>
      <strong>{title}</strong>
      {saved.total > 1 && <SharesMeter given={saved.saved} needed={saved.total} />}
      <p role="status">
        {left === 0
          ? saved.total === 1
            ? 'Saved.'
            : `All ${String(saved.total)} saved.`
          : `${String(saved.saved)} of ${String(saved.total)} saved. Kept until you quit, which asks first.`}
      </p>
      <ErrorPanel error={showing.failure} />
      <ErrorPanel error={action.failure} />
      <Row wrap gap={8}>
        {left > 0 ? (
          <Button
            variant={quiet ? 'secondary' : 'primary'}
            icon={Eye}
            disabled={showing.busy}
            onClick={() => show(false)}
          >
            Show and save…
          </Button>
        ) : (
          <Button icon={Eye} disabled={showing.busy} onClick={() => show(true)}>
            Show again…
          </Button>
        )}
        {withToken.includes(kind) && firstRun !== 'sealed' && (
          <Button
            icon={LogIn}
            variant={left === 0 && firstRun !== undefined ? 'primary' : 'secondary'}
            disabled={action.busy}
            onClick={() => void logIn()}
          >
            Log in with the root token
          </Button>
        )}
        {left === 0 && (
          <Button
            icon={Trash2}
            disabled={action.busy}
            onClick={() => void action.run(() => vault.answer.dismiss({ answerId }))}
          >
            Discard
          </Button>
        )}
      </Row>
    </Card>
  );
}
