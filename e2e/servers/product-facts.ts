/** Differences between the products, for tests: in one place, so that a test checks a fact, not a name. */
import { products } from '../../build/setup/server-finder.mjs';
import { productOfRun } from './server-binary.ts';
import type { Product } from './server-binary.ts';

/** A key ceremony in which another client can take part. */
export type SharedCeremony = 'generate-root' | 'rekey';

export interface ProductFacts {
  /** Name shown by the app. */
  readonly name: string;
  readonly version: string;
  /** Name of its executable on command lines. */
  readonly program: string;
  /** Prefix of a service token. */
  readonly tokenPrefix: string;
  /** True if audit devices are enabled over the API; otherwise the configuration file declares them. */
  readonly auditByApi: boolean;
  /** LDAP, RADIUS and GitHub: plugins built by the test setup. */
  readonly directoryLogins: boolean;
  readonly namespaces: boolean;
  /** Plugin versions can be pinned. */
  readonly pins: boolean;
  /** Maximum number of JSON strings in one request body. */
  readonly maxJsonStrings: number;
  readonly ceremonies: Readonly<Record<SharedCeremony, CeremonyFacts>>;
  /** True if ceremonies need no login; otherwise they need a token. */
  readonly ceremoniesWithoutToken: boolean;
}

interface CeremonyFacts {
  /** API path below which shares are submitted. */
  readonly family: string;
  /** API path that begins it and reports its progress. */
  readonly beginning: string;
  /** Command of the server's own CLI that submits a share. */
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

/** Facts of a product; defaults to the run's. */
export function factsOf(product: Product = productOfRun()): ProductFacts {
  return facts[product];
}
