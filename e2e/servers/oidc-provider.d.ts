/** Types of the parts of `oidc-provider` that the test servers use; it ships without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope: (scope: string) => void;
    save: () => Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
      readonly provider: Provider;
    };
  }

  interface Account {
    readonly accountId: string;
    readonly claims: () => Readonly<Record<string, unknown>>;
  }

  interface Configuration {
    readonly adapter: unknown;
    readonly clients: readonly Readonly<Record<string, unknown>>[];
    readonly jwks: { readonly keys: readonly object[] };
    readonly cookies: { readonly keys: readonly string[] };
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly conformIdTokenClaims: boolean;
    readonly features: Readonly<Record<string, { readonly enabled: boolean }>>;
    readonly interactions: {
      readonly url: (context: Context, interaction: { readonly uid: string }) => string;
    };
    readonly findAccount: (context: Context, id: string) => Account | undefined;
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
    readonly ttl: Readonly<Record<string, number>>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (of: { readonly clientId: string; readonly accountId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export const createMemoryAdapter: (clockToleranceSeconds: number) => unknown;
}
