/** Differences between the products, for tests: in one place, so that a test asks for a fact, not for a name. */
import { products } from '../../build/setup/server-finder.mjs';
import { productOfRun } from './server-binary.ts';
import type { Product } from './server-binary.ts';

/** A ceremony with key shares that another client can take part in. */
export type SharedCeremony = 'generate-root' | 'rekey';

export interface ProductFacts {
  /** As the app shows it. */
  readonly name: string;
  readonly version: string;
  /** Its program, as command lines name it. */
  readonly program: string;
  /** Start of a service token. */
  readonly tokenPrefix: string;
  /** Audit devices are enabled over the API; otherwise the configuration file names them. */
  readonly auditByApi: boolean;
  /** LDAP, RADIUS and GitHub: as plugins that the set-up of the tests builds. */
  readonly directoryLogins: boolean;
  readonly namespaces: boolean;
  /** Plugin versions can be pinned. */
  readonly pins: boolean;
  /** JSON strings that one request body may hold. */
  readonly maxJsonStrings: number;
  readonly ceremonies: Readonly<Record<SharedCeremony, CeremonyFacts>>;
  /** Ceremonies without a login; otherwise they need a token. */
  readonly ceremoniesWithoutToken: boolean;
}

interface CeremonyFacts {
  /** API path that takes shares below it. */
  readonly family: string;
  /** API path that begins it and tells its progress. */
  readonly beginning: string;
  /** Command of the server's own command line that gives a share. */
  readonly command: readonly string[];
}

const facts: Readonly<Record<Product, ProductFacts>> = {
  vault: {
    name: products.vault.name,
    version: products.vault.version,
    program: products.vault.program,
    tokenPrefix: 'hvs.',
    auditByApi: true,
    directoryLogins: true,
    namespaces: false,
    pins: true,
    maxJsonStrings: Infinity,
    ceremonies: {
      rekey: {
        family: 'sys/rekey',
        beginning: 'sys/rekey/init',
        command: ['operator', 'rekey'],
      },
      'generate-root': {
        family: 'sys/generate-root',
        beginning: 'sys/generate-root/attempt',
        command: ['operator', 'generate-root'],
      },
    },
    ceremoniesWithoutToken: true,
  },
  openbao: {
    name: products.openbao.name,
    version: products.openbao.version,
    program: products.openbao.program,
    tokenPrefix: 's.',
    auditByApi: false,
    directoryLogins: false,
    namespaces: true,
    pins: false,
    maxJsonStrings: 1000,
    ceremonies: {
      rekey: {
        family: 'sys/rotate/root',
        beginning: 'sys/rotate/root/init',
        command: ['operator', 'rotate-keys'],
      },
      'generate-root': {
        family: 'sys/generate-root-token',
        beginning: 'sys/generate-root-token/attempt',
        command: ['operator', 'generate-root'],
      },
    },
    ceremoniesWithoutToken: false,
  },
};

/** Facts of a product, of the run's unless told. */
export function factsOf(product: Product = productOfRun()): ProductFacts {
  return facts[product];
}
