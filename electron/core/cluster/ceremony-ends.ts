/** End of a ceremony that a watch has seen under way, explained by the leader before and after. */
import { changedElsewhere } from '../../../shared/vault/ceremony-changes.ts';
import type { CeremonyLook } from '../../../shared/vault/ceremony-changes.ts';
import type { CeremonyLeader } from '../../../shared/vault/ceremony.ts';
import type { RekeyFacts, RootGenerationFacts, SystemPanel } from '../../../shared/vault/system.ts';
import { asText, bodyOf } from '../../vault/api/fields.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { leaderNow } from '../administration/leader.ts';

type CeremonyFacts = RekeyFacts | RootGenerationFacts;

/** Keeps one watch's last look at each ceremony. */
export class CeremonyEnds {
  readonly #looks = new Map<SystemPanel, CeremonyLook>();
  readonly #ended = new Map<SystemPanel, string>();

  /** Explains the end of a panel's last ceremony; undefined while one is under way, or if none was seen. */
  of(panel: SystemPanel): string | undefined {
    return this.#ended.get(panel);
  }

  /** Notes a look. Asks for the leader, and only if a ceremony is or was under way. */
  async note(at: Pick<At, 'anonymous'>, facts: CeremonyFacts, answer: VaultAnswer): Promise<void> {
    const { panel, started } = facts;
    const before = this.#looks.get(panel);
    if (!started && before === undefined) return;
    const after = lookOf(facts, answer, await leaderNow(at));
    this.#looks.delete(panel);
    if (started) {
      this.#looks.set(panel, after);
      this.#ended.delete(panel);
    } else {
      const words = before === undefined ? undefined : changedElsewhere(before, after);
      if (words !== undefined) this.#ended.set(panel, words);
    }
  }
}

function lookOf(facts: CeremonyFacts, answer: VaultAnswer, leader: CeremonyLeader | undefined): CeremonyLook {
  const { panel, started, progress, required } = facts;
  const body = bodyOf(answer);
  const verification = asText(body['verification_nonce']);
  return {
    ceremony: panel === 'rekey' ? panel : 'generate-root',
    at: new Date().toISOString(),
    given: progress,
    needed: required,
    phase: !started ? 'idle' : verification === '' ? 'shares' : 'verification',
    nonce: verification === '' ? asText(body['nonce']) : verification,
    ...(leader === undefined ? {} : { leader }),
  };
}
