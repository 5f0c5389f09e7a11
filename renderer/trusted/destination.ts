/** Destination of a token, shown for confirmation before login. */
import type { DestinationFacts, PromptFact } from '../../shared/ipc/trusted-contract.ts';
import { certificateRows } from './certificate-facts.ts';
import { factList } from './fact-list.ts';

/** Builds one list of the prompt's own facts and those of the destination. */
export function destinationFacts(
  { address, name, namespace, proxy, trust, certificate, colour }: DestinationFacts,
  facts: readonly PromptFact[] = [],
): HTMLElement {
  return factList(
    [
      { name: 'Server', value: address },
      // A connection without a name is called by its host, which stands above.
      { name: 'Connection', value: address.endsWith(`//${name}`) ? '' : name, prose: true },
      { name: 'Namespace', value: namespace },
      { name: 'Proxy', value: proxy },
      trust,
      ...(certificate === undefined ? [] : certificateRows(certificate).slice(1)),
      ...facts,
    ],
    colour,
  );
}
