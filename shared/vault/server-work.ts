/** Words of what a server is doing, and of what it has been. */

export interface InFlightRequest {
  readonly id: string;
  readonly method: string;
  /** API path without `/v1/`. */
  readonly path: string;
  /** Address and port of who asked. */
  readonly client: string;
  /** ISO 8601. */
  readonly since: string;
}

/** Requests under way, the oldest first. */
export interface InFlight {
  readonly requests: readonly InFlightRequest[];
  /** How many there were; `requests` has at most `mostInFlight`. */
  readonly count: number;
  /** When the server was asked, ISO 8601, by its own clock where it told it. */
  readonly at: string;
}

export const mostInFlight = 1000;

export interface InstalledVersion {
  readonly version: string;
  /** ISO 8601. */
  readonly installed: string;
  /** ISO 8601; empty where the server does not say. */
  readonly built: string;
  /** Empty for the first. */
  readonly previous: string;
}
