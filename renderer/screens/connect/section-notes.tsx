/** What is set inside a section of the form, in a few words beside its title while it is closed. */
import { optionsOf } from '../../parts/login/login-draft.ts';
import { loginWords } from '../../parts/login/login-types.ts';
import { emptyDraft } from './connect-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';
import css from './section-notes.module.css';

/** What is set in "TLS and proxy"; empty: nothing but the defaults. */
export function WayNote({ draft }: { readonly draft: ConnectDraft }) {
  const { tls, proxyMode, proxy, timeoutSeconds } = draft;
  const words = [
    tls.ca?.name,
    !tls.useSystemStore && 'own CA only',
    tls.clientCertificate !== undefined && 'client certificate',
    (tls.serverName ?? '') !== '' && tls.serverName,
    proxyMode === 'direct' && 'no proxy',
    proxyMode === 'own' && proxy.trim() !== '' && `proxy ${proxy.trim()}`,
    timeoutSeconds !== emptyDraft.timeoutSeconds && `${timeoutSeconds} s`,
  ].filter((part) => typeof part === 'string');
  return (
    <>
      {tls.skipVerify && <span className={css['blind']}>not verified</span>}
      {tls.skipVerify && words.length > 0 && ' · '}
      {words.join(' · ')}
    </>
  );
}

/** The way to log in that is chosen. */
export function LoginNote({ draft }: { readonly draft: ConnectDraft }) {
  return loginWords(optionsOf(draft.login));
}

/** How much is set in "Headers and nodes"; empty: nothing. */
export function GatewayNote({ draft }: { readonly draft: ConnectDraft }) {
  const { headers, confirmedOrigins } = draft;
  return [counted(headers.length, 'header'), counted(confirmedOrigins.length, 'node')]
    .filter((part) => part !== '')
    .join(' · ');
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
