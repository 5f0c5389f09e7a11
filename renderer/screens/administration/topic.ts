/** What a topic of administration is. */
import type { LucideIcon } from 'lucide-react';
import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';

export interface TopicPageProps {
  readonly session: SessionView;
  /** What of the topic is asked for, as the page understands it, e.g. an accessor; empty: nothing of its own. */
  readonly detail: string;
}

/** Access: who gets in, and what is there. Server: how it runs. */
export const topicGroups = ['Access', 'Server'] as const;

export interface Topic {
  /** The tab's argument; a detail follows after a colon. */
  readonly topic: string;
  readonly title: string;
  readonly group: (typeof topicGroups)[number];
  readonly icon: LucideIcon;
  /** More words to find it by in the palette. */
  readonly also: string;
  readonly Page: ComponentType<TopicPageProps>;
}

/** The page of a topic, whose code is loaded when it is first shown. */
export function topicPage(load: () => Promise<ComponentType<TopicPageProps>>): ComponentType<TopicPageProps> {
  return lazy(async () => ({ default: await load() }));
}
