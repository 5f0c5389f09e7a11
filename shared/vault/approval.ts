/** A request of one's own that waits for approval by a control group. */
export interface ApprovalView {
  /** `ended`: it expired or was revoked, or nothing was asked here. */
  readonly state: 'waiting' | 'approved' | 'ended';
  /** Who has approved it so far; the server does not say how many it takes. */
  readonly approvers: readonly string[];
}

/** Somebody's request, as an approver sees it. */
export interface ApprovalRequest {
  readonly approved: boolean;
  readonly approvers: readonly string[];
  readonly requester: string;
  /** As the server names it: `read`, `update` … */
  readonly operation: string;
  /** API path without `/v1/`. */
  readonly path: string;
}
