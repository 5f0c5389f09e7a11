/** Destination of a token, shown for confirmation before login. */
import type { DestinationFacts } from '../../shared/ipc/trusted-contract.ts';
import { travelsInTheClear } from '../../shared/vault/loopback.ts';
import { appendCertificate } from './certificate-facts.ts';
import { icon, make } from './dom.ts';
import { appendFact } from './fact-list.ts';
import { longText, mostOfSentence } from './visible-text.ts';

/** Builds the warnings (changes since the last login, dangers), then the list of facts. */
export function destinationFacts(destination: DestinationFacts): HTMLElement {
  const list = make('dl', { class: 'facts', 'data-colour': destination.colour });
  const fact = (name: string, value: string, mono = true): void => {
    if (value !== '') appendFact(list, name, value, mono);
  };
  fact('Server', destination.address);
  fact('Connection', destination.name, false);
  fact('Namespace', destination.namespace);
  fact('Through proxy', destination.proxy);
  if (!destination.skipVerify) fact('Certificate', destination.trust, false);
  if (destination.certificate !== undefined)
    appendCertificate(list, destination.certificate, { withSubject: false });

  const warnings = (destination.warnings ?? []).map((warning) => notice('warn', warning));
  const notices: HTMLElement[] = [];
  if (destination.contact !== undefined) notices.push(notice('warn', contactWords[destination.contact]));
  if (destination.skipVerify) {
    notices.push(
      notice(
        'danger',
        'The server’s certificate is not verified. Anybody between you and the server can read this token.',
      ),
    );
  }
  if (travelsInTheClear(destination.address, destination.proxy)) {
    notices.push(
      notice('danger', 'Plain HTTP: the token travels unencrypted. Anybody on the way can read it.'),
    );
  }
  return make('div', { class: 'destination' }, ...warnings, ...notices, list);
}

function notice(tone: 'danger' | 'warn', text: string): HTMLElement {
  return make(
    'p',
    { class: `notice ${tone}` },
    icon('warning'),
    make('span', {}, longText(text, mostOfSentence)),
  );
}

/** Continuing confirms the server: it is not contacted before. */
const contactWords = {
  first: 'First visit to this server. Nothing has been sent to it yet.',
  changed: 'These settings are new for this server. Nothing has been sent with them yet.',
} as const;
