/** Summary of the settings in a tab of the form, for its mark; undefined: only defaults. */
import { counted } from '../../../shared/vault/counted.ts';
import { emptyDraft } from './connect-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';
import type { FormTab } from './draft-fields.ts';

/** Summary of the settings in one tab. */
export function noteOf(tab: FormTab, draft: ConnectDraft): string | undefined {
  const words = wordsOf(tab, draft).filter((part) => typeof part === 'string' && part !== '');
  return words.length === 0 ? undefined : words.join(' · ');
}

function wordsOf(tab: FormTab, draft: ConnectDraft): readonly (string | false | undefined)[] {
  const { tls, proxyMode, proxy, namespace, timeoutSeconds, headers, confirmedOrigins } = draft;
  switch (tab) {
    case 'appearance':
      return [draft.name.trim(), draft.environment.trim()];
    case 'tls':
      return [
        tls.skipVerify && 'not verified',
        tls.ca?.name,
        !tls.useSystemStore && 'own CA only',
        tls.clientCertificate !== undefined && 'client certificate',
        tls.serverName,
      ];
    case 'proxy':
      return [proxyMode === 'direct' && 'no proxy', proxyMode === 'own' && proxy.trim()];
    case 'advanced':
      return [
        namespace.trim(),
        timeoutSeconds !== emptyDraft.timeoutSeconds && `${timeoutSeconds} s`,
        some(headers.length, 'header'),
        some(confirmedOrigins.length, 'node'),
      ];
  }
}

function some(count: number, noun: string): string {
  return count === 0 ? '' : counted(count, noun);
}
