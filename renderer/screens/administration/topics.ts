/**
 * The topics of administration, in the order of the list: a line each, whose page is loaded when it is first shown. What
 * has no page is not here. The palette offers each topic by its title.
 */
import type { Topic } from './topic.ts';

export const topics: readonly Topic[] = [];

/** The topic and its detail of a tab's argument; the first topic where there is none of that name. */
export function readArgument(argument: string): { readonly topic: Topic | undefined; readonly detail: string } {
  const [name = '', ...rest] = argument.split(':');
  return { topic: topics.find(({ topic }) => topic === name) ?? topics[0], detail: rest.join(':') };
}
