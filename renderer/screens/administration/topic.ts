/** Types of an administration topic. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';

export interface TopicPageProps {
  readonly session: SessionView;
  /** Detail within the topic, as the page understands it, e.g. an accessor; empty: without a detail. */
  readonly detail: string;
}

/** Access: engines, logins, identities and leases. Server: its operation. */
export const topicGroups = ['Access', 'Server'] as const;

export interface Topic {
  /** The tab's argument; a detail follows after a colon. */
  readonly topic: string;
  readonly title: string;
  readonly group: (typeof topicGroups)[number];
  readonly icon: LucideIcon;
  /** More search words for the palette. */
  readonly also: string;
  readonly Page: ComponentType<TopicPageProps>;
}
