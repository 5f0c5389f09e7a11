/**
 * Reads one panel of the cluster page. Public data is read without a token, so that it costs a token with limited
 * uses nothing, and works before a login.
 */
import type { SystemFacts, SystemPanel, SystemStatus } from '../../../shared/vault/system.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { ceremonyProgress } from '../../vault/api/ceremonies.ts';
import { shownAnswer } from '../../vault/api/shown-answer.ts';
import {
  haStatus,
  keyFacts,
  keyStatus,
  leaderFacts,
  leaderStatus,
  rekeyFacts,
  rootGenerationFacts,
  sealFacts,
  sealStatus,
} from '../../vault/api/system-status.ts';
import type { SystemAnswer } from '../../vault/api/system-status.ts';
import { asAppError } from '../connection/trouble.ts';
import type { At } from '../sessions/unauthenticated.ts';

/** Reads a panel. Rejects with the server's refusal, `not-offered` if neither of two paths has it. */
export async function readPanel(at: At, panel: SystemPanel): Promise<SystemStatus> {
  const { caller, anonymous } = at;
  const isPublic = panel === 'seal' || panel === 'leader';
  // Newer servers require a token for the ceremonies, older ones do not; one with limited uses is not spent on them.
  const asker = panel === 'keys' || (!isPublic && caller.repeatable) ? caller : anonymous;
  const { facts, answer, endpoint } = await askPanel(asker, panel);
  return {
    facts: await withNodes(facts, at),
    endpoint,
    by: caller.client.options.address,
    at: new Date().toISOString(),
    raw: shownAnswer(answer),
  };
}

/** Asks for one panel. `known`: the path that answered before, if servers differ. */
export async function askPanel(
  caller: Caller,
  panel: SystemPanel,
  known?: string,
): Promise<SystemAnswer & { readonly facts: SystemFacts }> {
  switch (panel) {
    case 'seal': {
      const answer = await sealStatus(caller);
      return { facts: sealFacts(answer), endpoint: 'sys/seal-status', answer };
    }
    case 'keys': {
      const answer = await keyStatus(caller);
      return { facts: keyFacts(answer), endpoint: 'sys/key-status', answer };
    }
    case 'leader': {
      const answer = await leaderStatus(caller);
      return { facts: leaderFacts(answer), endpoint: 'sys/leader', answer };
    }
    case 'rekey': {
      const said = await ceremonyProgress(caller, 'rekey', known);
      return { facts: rekeyFacts(said.answer), ...said };
    }
    case 'root-generation': {
      const said = await ceremonyProgress(caller, 'generate-root', known);
      return { facts: rootGenerationFacts(said.answer), ...said };
    }
  }
}

/** Adds the cluster's other nodes, if the token may read them; a refusal is reported without losing the rest. */
async function withNodes(facts: SystemFacts, { caller }: At): Promise<SystemFacts> {
  if (facts.panel !== 'leader' || !facts.haEnabled || caller.token === undefined || !caller.repeatable)
    return facts;
  try {
    return { ...facts, nodes: await haStatus(caller) };
  } catch (failure) {
    const nodesProblem = asAppError(failure);
    if (nodesProblem.kind === 'cancelled') throw failure;
    return { ...facts, nodesProblem };
  }
}
