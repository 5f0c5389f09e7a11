/** Saved connections, and testing one. */
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
  /** Absent: not set. */
  readonly environment?: string;
  /** Absent: login with a token. */
  readonly login?: LoginOptions;
};

export type FilePurpose = 'ca' | 'ca-folder' | 'client-certificate' | 'client-key';

export interface ConnectionCalls {
  'profile.list': Call<None, readonly Profile[]>;
  /**
   * Creates a connection without `profileId`. A changed origin, namespace, proxy, authority, server name or
   * skip-verify is confirmed in the secure prompt first, and ends the profile's sessions; `cancelled` if the user
   * declines.
   */
  'profile.save': Call<ProfileDraft, Profile>;
  'profile.remove': Call<{ readonly profileId: string }, None>;
  /** Opens a save dialog; the file never contains a secret. `cancelled` if it is closed. */
  'profile.export': Call<{ readonly profileIds: readonly string[] }, { readonly fileName: string }>;
  /** Opens a file dialog, then confirms the additions in the secure prompt. */
  'profile.import': Call<None, { readonly added: readonly Profile[]; readonly problems: readonly string[] }>;
  /** Other nodes of a session's cluster, named by the server: confirmed in one prompt and remembered. */
  'profile.confirmOrigins': Call<InSession & { readonly origins: readonly string[] }, SessionView>;

  'connection.environment': Call<None, readonly EnvironmentCredentials[]>;
  /** Reports each step as it ends (`connection.stepped`). */
  'connection.check': Call<{ readonly target: ConnectionTarget }, ConnectionReport>;
  /** The user types an extra header's value in the prompt; sent to this server and its confirmed nodes only. */
  'connection.enterHeader': Call<{ readonly name: string; readonly address: string }, EnteredHeader>;
  /** Opens a native dialog; `cancelled` if the user closes it. */
  'connection.chooseFile': Call<{ readonly purpose: FilePurpose }, FileHandle>;
  /** Reads and describes a chosen file; an unusable file is a `problem`, not a failure. */
  'connection.describeFile': Call<
    { readonly file: FileHandle; readonly purpose: FilePurpose },
    FileDescription
  >;
  /** Proxy for a server from the environment, and its variable; `invalid-input` if the address is invalid. */
  'connection.environmentProxy': Call<{ readonly address: string }, EnvironmentProxy>;
}

export interface ConnectionEvents {
  /** A step of the running check has ended. */
  'connection.stepped': CheckStep;
}
