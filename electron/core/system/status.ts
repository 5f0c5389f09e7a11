/**
 * One look at one panel of the system screen. What needs no token is asked without one, so that looking costs a token
 * with limited uses nothing, and works where nobody is logged in.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { LeaderFacts, SystemPanel, SystemFacts, SystemStatus } from '../../../shared/vault/system.ts';
import {
  haStatus,
  keyStatus,
  leaderStatus,
  rekeyProgress,
  rootGenerationProgress,
  sealStatus,
} from '../../vault/api/system-status.ts';
import { shownAnswer } from '../../vault/api/shown-answer.ts';
import type { SystemAnswer } from '../../vault/api/system-status.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { asAppError } from '../connection/trouble.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { haNodes, keyFacts, leaderFacts, rekeyFacts, rootGenerationFacts, sealFacts } from './facts.ts';

/** Looks at a panel. Rejects with the server's refusal, `not-offered` where neither of two places has it. */
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
      return ofCeremony(await rekeyProgress(forCeremony(at)), rekeyFacts);
    case 'root-generation':
      return ofCeremony(await rootGenerationProgress(forCeremony(at)), rootGenerationFacts);
  }
}

/** Newer servers want a token for what older ones tell everybody; one with limited uses is not spent on a look. */
function forCeremony({ caller, anonymous }: At): At['caller'] {
  return caller.repeatable ? caller : anonymous;
}

function ofCeremony({ answer, endpoint }: SystemAnswer, read: (answer: VaultAnswer) => SystemFacts): Found {
  return { facts: read(answer), endpoint, answer };
}

/** Who else is in the cluster, where the token may know; a refusal is told and takes nothing from the rest. */
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
