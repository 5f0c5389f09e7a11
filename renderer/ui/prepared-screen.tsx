/**
 * A screen whose code is loaded when first needed, or before. React shows what is lazy only after its fallback has been on
 * screen for a while, even where the code has long arrived: prepared in time, a screen appears with the click.
 */
import { lazy, useState } from 'react';
import type { ComponentType } from 'react';

export interface PreparedScreen<P> {
  /** Needs a `Suspense` above it. */
  readonly Screen: ComponentType<P>;
  /** Loads the code now; safe to call again. */
  readonly prepare: () => void;
}

/** Makes a screen of `load`, which is called once at most unless it fails. */
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
    // Chosen once: another type on a later render would throw away what the screen holds.
    const [Chosen] = useState<ComponentType<P>>(() => loaded ?? Later);
    return <Chosen {...props} />;
  }
  return {
    Screen,
    prepare: () => {
      // Loaded once more when it is needed, where a failure is caught and said.
      start().catch(() => undefined);
    },
  };
}
