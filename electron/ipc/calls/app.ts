/** `app.*` and `clipboard.*`: the app itself. */
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of the app's own facts, preferences and clipboard. */
export function appHandlers({ platform }: DeskParts): HandlersOf<'app' | 'clipboard'> {
  const { version, electronVersion, testElectron, packaged, connectTo } = platform.app;
  return {
    'app.info': () => ({
      version,
      electronVersion,
      testElectron,
      packaged,
      platform: platform.app.platform,
      connectTo,
    }),
    'app.noop': () => ({}),
    'app.preferences': () => platform.preferences.get(),
    'app.setPreferences': (change) => platform.preferences.set(change),
    'app.problems': () => platform.problems(),
    'clipboard.copySecretText': ({ text }) => platform.clipboard.copySecret(text),
    'clipboard.copyText': async ({ text }) => {
      await platform.clipboard.copyText(text);
      return {};
    },
    'clipboard.state': () => platform.clipboard.state(),
  };
}
