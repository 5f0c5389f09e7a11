/** A console request prepared for other tools: the common input of the forms in `copy-as.ts`. */
import type { Mount } from '../../../shared/vault/mount.ts';
import type { Program } from '../../../shared/vault/server.ts';
import type { VaultRequest } from '../../vault/http/types.ts';

/** Connection of a request, as far as another tool must know it. */
export interface CopiedConnection {
  /** Normalised. */
  readonly address: string;
  /** Empty: root. */
  readonly namespace: string;
  readonly skipVerify: boolean;
  /** The connection trusts its own authorities: the other tool needs their file. */
  readonly ownAuthority: boolean;
  readonly clientCertificate: boolean;
  /** Names of headers that this connection adds; their values can be credentials. */
  readonly headerNames: readonly string[];
  readonly program: Program;
  readonly mounts: readonly Mount[];
}

/** A secret field of the body and the variable that its value is read from. */
export interface SecretVariable {
  readonly keys: readonly string[];
  readonly variable: string;
}

/** Input of every form. */
export interface CopiedRequest {
  readonly request: Omit<VaultRequest, 'token'>;
  readonly isList: boolean;
  readonly withoutToken: boolean;
  readonly secrets: readonly SecretVariable[];
  readonly connection: CopiedConnection;
}
