/** A request of this user that waits for approval by a control group. */
export interface ApprovalView {
  /** `ended`: it expired, was revoked, or was never sent from here. */
  readonly state: 'waiting' | 'approved' | 'ended';
  /** Users who have approved it so far; the server does not report the required number. */
  readonly approvers: readonly string[];
}

/** Another user's request, as an approver sees it. */
export interface ApprovalRequest {
  readonly approved: boolean;
  readonly approvers: readonly string[];
  readonly requester: string;
  /** The server's name of the operation: `read`, `update` … */
  readonly operation: string;
  /** API path without `/v1/`. */
  readonly path: string;
}
