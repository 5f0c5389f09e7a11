/**
 * A screen whose code is loaded on first use or earlier. React shows lazy components only after their fallback was
 * visible for a while, even if the code arrived long before: a prepared screen appears with the click.
 */
import { lazy, useState } from 'react';
import type { ComponentType } from 'react';

export interface PreparedScreen<P> {
  /** Needs a `Suspense` above it. */
  readonly Screen: ComponentType<P>;
  /** Loads the code now; safe to call repeatedly. */
  readonly prepare: () => void;
}

/** Creates a screen from `load`, which is called at most once unless it fails. */
export function preparedScreen<P extends object>(load: () => Promise<ComponentType<P>>): PreparedScreen<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const start = (): Promise<ComponentType<P>> =>
    (loading ??= load().then(
      (component) => (loaded = component),
      (failure: unknown) => {
        loading = undefined;
        throw failure;
      },
    ));
  const Later = lazy(() => start().then((component) => ({ default: component })));

  function Screen(props: P) {
    // Chosen once: a different type on a later render would discard the screen's state.
    const [Chosen] = useState<ComponentType<P>>(() => loaded ?? Later);
    return <Chosen {...props} />;
  }
  return {
    Screen,
    prepare: () => {
      // Rendering the screen loads again and reports the failure.
      start().catch(() => undefined);
    },
  };
}
