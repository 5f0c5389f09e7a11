/**
 * Calls, core and Vault client. Loaded once, and only after the page is drawn: parsing code in main holds back every
 * frame and key of the window.
 */
type BackendModule = typeof import('./backend.ts');

export type Backend = ReturnType<BackendModule['openBackend']>;

export interface LateBackend {
  /** Resolves once it is loaded, which begins after the first screen. */
  readonly load: () => Promise<Backend>;
  /** Undefined before loading. */
  readonly loaded: () => Backend | undefined;
  /** The first screen is drawn: loading begins. */
  readonly begin: () => Promise<Backend>;
}

/** Makes the loader; `open` opens the backend of the loaded module. */
export function makeLateBackend(open: (module: BackendModule) => Backend): LateBackend {
  let loading: Promise<Backend> | undefined;
  let loaded: Backend | undefined;
  const firstScreen = Promise.withResolvers<undefined>();
  const load = (): Promise<Backend> =>
    (loading ??= firstScreen.promise
      .then(() => import('./backend.ts'))
      .then((module) => (loaded = open(module))));
  return {
    load,
    loaded: () => loaded,
    begin: () => {
      firstScreen.resolve(undefined);
      return load();
    },
  };
}

/** Opens the session of the server that the start script has started; a failure is reported in a sentence. */
export async function openSampleServer(
  backend: Promise<Pick<Backend, 'openSample'>>,
  file: string,
  report: (problem: string) => void,
): Promise<void> {
  try {
    const { openSample } = await backend;
    await openSample(file);
  } catch (error) {
    report(`the sample server was not opened: ${error instanceof Error ? error.message : String(error)}`);
  }
}
