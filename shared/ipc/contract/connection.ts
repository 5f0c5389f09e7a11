/** Saved connections, and trying one out. */
import type {
  CheckStep,
  ConnectionReport,
  ConnectionTarget,
  EnteredHeader,
  EnvironmentCredentials,
  EnvironmentProxy,
  FileDescription,
  FileHandle,
  Profile,
  ProfileColour,
} from '../../vault/connection.ts';
import type { LoginOptions } from '../../vault/login.ts';
import type { Call, InSession, None } from './call.ts';
import type { SessionView } from './session.ts';

export type ProfileDraft = ConnectionTarget & {
  readonly profileId?: string;
  readonly name: string;
  readonly colour: ProfileColour;
  /** Absent: none. */
  readonly environment?: string;
  /** Absent: a token. */
  readonly login?: LoginOptions;
};

export type FilePurpose = 'ca' | 'ca-folder' | 'client-certificate' | 'client-key';

export interface ConnectionCalls {
  'profile.list': Call<None, readonly Profile[]>;
  /**
   * Without `profileId` a new one is made. A changed origin, namespace, proxy, authority, server name or skip-verify is
   * confirmed in the trusted view first, and ends the profile's sessions; `cancelled` where the person declines.
   */
  'profile.save': Call<ProfileDraft, Profile>;
  'profile.remove': Call<{ readonly profileId: string }, None>;
  /** A save dialog; never a secret inside. `cancelled` when it is closed. */
  'profile.export': Call<{ readonly profileIds: readonly string[] }, { readonly fileName: string }>;
  /** An open dialog, then what would be added is confirmed in the trusted view. */
  'profile.import': Call<None, { readonly added: readonly Profile[]; readonly problems: readonly string[] }>;
  /** Other nodes of a session's cluster, named by the server: confirmed in one prompt and remembered. */
  'profile.confirmOrigins': Call<InSession & { readonly origins: readonly string[] }, SessionView>;

  'connection.environment': Call<None, readonly EnvironmentCredentials[]>;
  /** Each step is told as it ends (`connection.stepped`). */
  'connection.check': Call<{ readonly target: ConnectionTarget }, ConnectionReport>;
  /** Asks for the value of an extra header in the trusted view; it goes to this server and its confirmed nodes only. */
  'connection.enterHeader': Call<{ readonly name: string; readonly address: string }, EnteredHeader>;
  /** A native dialog; `cancelled` when the person closes it. */
  'connection.chooseFile': Call<{ readonly purpose: FilePurpose }, FileHandle>;
  /** Reads a chosen file and says what is in it; a file that cannot be used is a `problem`, not a failure. */
  'connection.describeFile': Call<
    { readonly file: FileHandle; readonly purpose: FilePurpose },
    FileDescription
  >;
  /** Which proxy the environment names for a server, and who does; `invalid-input` where the address is none. */
  'connection.environmentProxy': Call<{ readonly address: string }, EnvironmentProxy>;
}

export interface ConnectionEvents {
  /** A step of the check under way has ended. */
  'connection.stepped': CheckStep;
}
