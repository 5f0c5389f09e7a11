/** A request of the console as other tools are to send it: what every form of `copy-as.ts` is written from. */
import type { Mount } from '../../../shared/vault/mount.ts';
import type { Program } from '../../../shared/vault/server.ts';
import type { VaultRequest } from '../../vault/http/types.ts';

/** The connection that a request would be sent over, as far as another tool must know it. */
export interface CopiedConnection {
  /** In its normal form. */
  readonly address: string;
  /** Empty: root. */
  readonly namespace: string;
  readonly skipVerify: boolean;
  /** Authorities of its own are trusted: the other tool needs their file. */
  readonly ownAuthority: boolean;
  readonly clientCertificate: boolean;
  /** Names of headers that this connection adds; their values may be credentials. */
  readonly headerNames: readonly string[];
  readonly program: Program;
  readonly mounts: readonly Mount[];
}

/** A secret field of the body and the variable that its value is read from. */
export interface SecretVariable {
  readonly keys: readonly string[];
  readonly variable: string;
}

/** What every form is written from. */
export interface CopiedRequest {
  readonly request: Omit<VaultRequest, 'token'>;
  readonly isList: boolean;
  readonly withoutToken: boolean;
  readonly secrets: readonly SecretVariable[];
  readonly connection: CopiedConnection;
}
