/**
 * Reads one panel of the system screen. Public data is read without a token, so that it costs a token with limited
 * uses nothing, and works before a login.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { LeaderFacts, SystemPanel, SystemFacts, SystemStatus } from '../../../shared/vault/system.ts';
import { ceremonyProgress } from '../../vault/api/ceremonies.ts';
import { haStatus, keyStatus, leaderStatus, sealStatus } from '../../vault/api/system-status.ts';
import { shownAnswer } from '../../vault/api/shown-answer.ts';
import type { SystemAnswer } from '../../vault/api/system-status.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { asAppError } from '../connection/trouble.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { haNodes, keyFacts, leaderFacts, rekeyFacts, rootGenerationFacts, sealFacts } from './facts.ts';

/** Reads a panel. Rejects with the server's refusal, `not-offered` if neither of two paths has it. */
export async function readStatus(at: At, panel: SystemPanel): Promise<SystemStatus> {
  const found = await answerOf(at, panel);
  return {
    facts: found.facts,
    endpoint: found.endpoint,
    by: at.caller.client.options.address,
    at: new Date().toISOString(),
    raw: shownAnswer(found.answer),
  };
}

interface Found {
  readonly facts: SystemFacts;
  readonly endpoint: string;
  readonly answer: VaultAnswer;
}

async function answerOf(at: At, panel: SystemPanel): Promise<Found> {
  const { caller, anonymous } = at;
  switch (panel) {
    case 'seal': {
      const answer = await sealStatus(anonymous);
      return { facts: sealFacts(answer), endpoint: 'sys/seal-status', answer };
    }
    case 'keys': {
      const answer = await keyStatus(caller);
      return { facts: keyFacts(answer), endpoint: 'sys/key-status', answer };
    }
    case 'leader': {
      const answer = await leaderStatus(anonymous);
      return { facts: await withNodes(leaderFacts(answer), at), endpoint: 'sys/leader', answer };
    }
    case 'rekey':
      return ofCeremony(await ceremonyProgress(forCeremony(at), 'rekey'), rekeyFacts);
    case 'root-generation':
      return ofCeremony(await ceremonyProgress(forCeremony(at), 'generate-root'), rootGenerationFacts);
  }
}

/** Newer servers require a token for data that older ones show publicly; one with limited uses is not spent on it. */
function forCeremony({ caller, anonymous }: At): At['caller'] {
  return caller.repeatable ? caller : anonymous;
}

function ofCeremony({ answer, endpoint }: SystemAnswer, read: (answer: VaultAnswer) => SystemFacts): Found {
  return { facts: read(answer), endpoint, answer };
}

/** Adds the cluster's other nodes, if the token may read them; a refusal is reported without losing the rest. */
async function withNodes(facts: LeaderFacts, { caller }: At): Promise<LeaderFacts> {
  if (!facts.haEnabled || caller.token === undefined || !caller.repeatable) return facts;
  try {
    return { ...facts, nodes: haNodes(await haStatus(caller)) };
  } catch (failure) {
    const nodesProblem: AppError = asAppError(failure);
    if (nodesProblem.kind === 'cancelled') throw failure;
    return { ...facts, nodesProblem };
  }
}
