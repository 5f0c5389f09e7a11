/** Requests in flight on a server, and its version history. */

export interface InFlightRequest {
  readonly id: string;
  readonly method: string;
  /** API path without `/v1/`. */
  readonly path: string;
  /** Address and port of the client. */
  readonly client: string;
  /** ISO 8601. */
  readonly since: string;
}

/** Requests in flight, oldest first. */
export interface InFlight {
  readonly requests: readonly InFlightRequest[];
  /** Total number; `requests` has at most `mostInFlight`. */
  readonly count: number;
  /** Time of the request, ISO 8601, by the server's clock if it sent one. */
  readonly at: string;
}

export const mostInFlight = 1000;

export interface InstalledVersion {
  readonly version: string;
  /** ISO 8601. */
  readonly installed: string;
  /** ISO 8601; empty if not reported. */
  readonly built: string;
  /** Empty for the first version. */
  readonly previous: string;
}
