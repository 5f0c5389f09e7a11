/** Titles of the panels of the system screen, and their facts in words. */
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { SystemPanel, SystemFacts } from '../../../shared/vault/system.ts';
import type { Tone } from '../../ui/chip.tsx';

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
  readonly facts: readonly PanelFact[];
}

export interface PanelFact {
  readonly label: string;
  readonly text?: string;
  /** ISO 8601, shown relative to now. */
  readonly time?: string;
  readonly mono?: boolean;
}

/** A panel's facts in words. */
export function panelWords(facts: SystemFacts): PanelWords {
  switch (facts.panel) {
    case 'seal': {
      const { sealed, initialized, progress, threshold, shares, recoverySeal } = facts;
      const headline = !initialized ? 'Not initialised' : sealed ? 'Sealed' : 'Unsealed';
      return {
        headline,
        tone: initialized && !sealed ? 'ok' : 'danger',
        facts: told([
          {
            label: 'Key shares',
            text: `threshold ${String(threshold)} of ${String(shares)}${recoverySeal ? ', for recovery' : ''}`,
          },
          ...(sealed && initialized
            ? [{ label: 'Entered', text: `${String(progress)} of ${String(threshold)}` }]
            : []),
          { label: 'Seal type', text: facts.migration ? `${facts.type}, migrating` : facts.type },
          { label: 'Storage', text: facts.storageType },
          { label: 'Version', text: facts.version },
          { label: 'Built', time: facts.built },
          { label: 'Cluster', text: facts.clusterName, mono: true },
        ]),
      };
    }
    case 'keys':
      return {
        headline: `Term ${String(facts.term)}`,
        tone: 'neutral',
        facts: told([
          { label: 'Installed', time: facts.installTime },
          { label: 'Encryptions', text: grouped(facts.encryptions) },
        ]),
      };
    case 'leader': {
      if (!facts.haEnabled) return { headline: 'One node, no cluster', tone: 'neutral', facts: [] };
      const here = facts.isSelf
        ? 'This node leads'
        : facts.leaderAddress === ''
          ? 'No leader'
          : 'Another node leads';
      return {
        headline: here,
        tone: facts.leaderAddress === '' ? 'danger' : 'ok',
        facts: told([
          { label: 'Leader', text: facts.leaderAddress, mono: true },
          { label: 'Between nodes', text: facts.clusterAddress, mono: true },
          { label: 'Leads since', time: facts.activeTime },
          ...(facts.performanceStandby ? [{ label: 'This node', text: 'performance standby' }] : []),
          ...(facts.raftCommitted > 0
            ? [
                { label: 'Raft index', text: grouped(facts.raftCommitted) },
                { label: 'Applied', text: behind(facts.raftCommitted - facts.raftApplied) },
              ]
            : []),
        ]),
      };
    }
    case 'rekey': {
      const { started, progress, required } = facts;
      return {
        headline: started ? `${String(progress)} of ${String(required)} shares entered` : 'Not in progress',
        tone: started ? 'warn' : 'neutral',
        facts: told([
          ...(started
            ? [
                {
                  label: 'New shares',
                  text: `threshold ${String(facts.threshold)} of ${String(facts.shares)}`,
                },
              ]
            : [{ label: 'To begin', text: neededWords(required) }]),
          ...(facts.backup ? [{ label: 'Backup', text: 'encrypted shares are kept' }] : []),
          ...(facts.verificationRequired ? [{ label: 'Verification', text: 'new shares are verified' }] : []),
          ...facts.pgpFingerprints.map((text) => ({ label: 'OpenPGP key', text, mono: true })),
        ]),
      };
    }
    case 'root-generation': {
      const { started, progress, required, complete } = facts;
      const given = `${String(progress)} of ${String(required)} shares entered`;
      return {
        headline: complete ? 'Complete' : started ? given : 'Not in progress',
        tone: started ? 'warn' : 'neutral',
        facts: told([
          ...(started ? [] : [{ label: 'To begin', text: neededWords(required) }]),
          { label: 'OpenPGP key', text: facts.pgpFingerprint, mono: true },
        ]),
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
    default:
      return 'No answer';
  }
}

/** The reason a panel could not be read, as a sentence. */
export function refusedWords(error: AppError): string {
  switch (error.kind) {
    case 'forbidden':
      return `Needs permission to read ${error.path ?? 'it'}`;
    case 'unauthenticated':
      return 'Needs a valid token';
    case 'sealed':
      return 'Not while the server is sealed';
    case 'not-initialized':
      return 'Not before the server is initialised';
    case 'not-offered':
      return 'Not offered by this server';
    default:
      return error.message;
  }
}

function neededWords(required: number): string {
  if (required <= 0) return '';
  return `needs ${counted(required, 'key share')}`;
}

function behind(entries: number): string {
  return entries <= 0 ? 'up to date' : `${grouped(entries)} behind`;
}

function told(facts: readonly PanelFact[]): readonly PanelFact[] {
  return facts.filter(({ text = '', time = '' }) => text !== '' || time !== '');
}
