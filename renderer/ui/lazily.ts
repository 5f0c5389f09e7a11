import { lazy } from 'react';
import type { ComponentType, ReactNode } from 'react';

type PropsOf<C> = C extends (props: infer P) => ReactNode ? P : never;

/** A component of a module that is loaded when first shown; needs a `Suspense` above it. */
export function lazily<M, K extends keyof M>(load: () => Promise<M>, name: K): ComponentType<PropsOf<M[K]>> {
  return lazy(async () => ({ default: (await load())[name] as ComponentType<PropsOf<M[K]>> }));
}
