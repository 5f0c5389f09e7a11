/** Titles of the panels of the system screen, and their facts in words. */
import type { ReactNode } from 'react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { SealFacts, SystemFacts, SystemPanel } from '../../../shared/vault/system.ts';
import type { Tone } from '../../ui/chip.tsx';
import type { FactRow } from '../../ui/facts.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';

export const cardNames: Readonly<Record<SystemPanel, string>> = {
  seal: 'Seal',
  keys: 'Encryption key',
  leader: 'Leader',
  rekey: 'Rekey',
  'root-generation': 'Root generation',
};

export interface PanelWords {
  /** The main fact. */
  readonly headline: string;
  readonly tone: Tone;
  readonly facts: readonly FactRow[];
}

/** A panel's facts in words. */
export function panelWords(facts: SystemFacts): PanelWords {
  switch (facts.panel) {
    case 'seal': {
      const { sealed, initialized, progress, threshold, recoverySeal } = facts;
      return {
        headline: !initialized ? 'Not initialised' : sealed ? 'Sealed' : 'Unsealed',
        tone: initialized && !sealed ? 'ok' : 'danger',
        facts: [
          ['Key shares', `${thresholdWords(facts)}${recoverySeal ? ', for recovery' : ''}`],
          ['Entered', sealed && initialized && `${String(progress)} of ${String(threshold)}`],
          ['Seal type', facts.migration ? `${facts.type}, migrating` : facts.type],
          ['Storage', facts.storageType],
          ['Version', facts.version],
          ['Built', timeOf(facts.built)],
          ['Cluster', codeOf(facts.clusterName)],
        ],
      };
    }
    case 'keys':
      return {
        headline: `Term ${String(facts.term)}`,
        tone: 'neutral',
        facts: [
          ['Installed', timeOf(facts.installTime)],
          ['Encryptions', grouped(facts.encryptions)],
        ],
      };
    case 'leader': {
      if (!facts.haEnabled) return { headline: 'One node, no cluster', tone: 'neutral', facts: [] };
      const { isSelf, leaderAddress, raftCommitted } = facts;
      const isLed = leaderAddress !== '';
      return {
        headline: isSelf ? 'This node leads' : isLed ? 'Another node leads' : 'No leader',
        tone: isLed ? 'ok' : 'danger',
        facts: [
          ['Leader', codeOf(leaderAddress)],
          ['Between nodes', codeOf(facts.clusterAddress)],
          ['Leads since', timeOf(facts.activeTime)],
          ['This node', facts.performanceStandby && 'performance standby'],
          ['Raft index', raftCommitted > 0 && grouped(raftCommitted)],
          ['Applied', raftCommitted > 0 && behind(raftCommitted - facts.raftApplied)],
        ],
      };
    }
    case 'rekey': {
      const { started, progress, required } = facts;
      return {
        headline: started ? `${String(progress)} of ${String(required)} shares entered` : 'Not in progress',
        tone: started ? 'warn' : 'neutral',
        facts: [
          started ? ['New shares', thresholdWords(facts)] : ['To begin', neededWords(required)],
          ['Backup', facts.backup && 'encrypted shares are kept'],
          ['Verification', facts.verificationRequired && 'new shares are verified'],
          ...facts.pgpFingerprints.map((text): FactRow => ['OpenPGP key', codeOf(text)]),
        ],
      };
    }
    case 'root-generation': {
      const { started, progress, required, complete } = facts;
      const given = `${String(progress)} of ${String(required)} shares entered`;
      return {
        headline: complete ? 'Complete' : started ? given : 'Not in progress',
        tone: started ? 'warn' : 'neutral',
        facts: [
          ['To begin', !started && neededWords(required)],
          ['OpenPGP key', codeOf(facts.pgpFingerprint)],
        ],
      };
    }
  }
}

/** Headline of a card without its fact. */
export function problemHeadline(error: AppError): string {
  switch (error.kind) {
    case 'forbidden':
      return 'No permission';
    case 'not-offered':
    case 'invalid-path':
      return 'Not offered';
    case 'root-namespace-only':
      return 'Root namespace';
    case 'namespace-sealed':
      return 'Namespace sealed';
    case 'unauthenticated':
      return 'No valid token';
    case 'sealed':
      return 'Sealed';
    case 'standby':
      return 'No leader';
    case 'network':
    case 'tls':
    case 'timeout':
      return 'No answer';
    default:
      return 'Unknown';
  }
}

function neededWords(required: number): string {
  if (required <= 0) return '';
  return `needs ${counted(required, 'key share')}`;
}

function behind(entries: number): string {
  return entries <= 0 ? 'up to date' : `${grouped(entries)} behind`;
}

/** `threshold 3 of 5`. */
export function thresholdWords({ threshold, shares }: Pick<SealFacts, 'threshold' | 'shares'>): string {
  return `threshold ${String(threshold)} of ${String(shares)}`;
}

function codeOf(text: string): ReactNode {
  return text !== '' && <code>{text}</code>;
}

/** ISO 8601, shown relative to now. */
function timeOf(iso: string): ReactNode {
  return iso !== '' && <ServerTime iso={iso} />;
}
