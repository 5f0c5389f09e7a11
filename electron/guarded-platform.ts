/** The outside as calls of the page reach it: with the gates in front of it. */
import { currentCall } from './core/gates/call-scope.ts';
import type { GestureGate } from './core/gates/gesture.ts';
import type { Platform } from './core/platform.ts';

/** The outside as calls may use it; preferences are not in it, because they have a gate of their own. */
export type GuardedPlatform = Omit<Platform, 'preferences'>;

/** A copy, a dialog and a shown credential cost a gesture, and a call opens only the prompts that its row states. */
export function guarded({ preferences: _, ...outside }: Platform, { spend }: GestureGate): GuardedPlatform {
  return {
    ...outside,
    ask: async (request, signal) => {
      const call = currentCall();
      if (call !== undefined && !call.asks.includes(request.kind))
        throw new Error(`${call.name} opens a prompt that its row does not state: ${request.kind}`);
      // Whoever stands behind, or is shown the screen, reads it.
      if (request.kind === 'show-secret') await spend('Show a credential on the screen', signal);
      return outside.ask(request, signal);
    },
    clipboard: {
      ...outside.clipboard,
      copySecret: async (text) => {
        await spend('Copy a value to the clipboard');
        return outside.clipboard.copySecret(text);
      },
      copyText: async (text) => {
        await spend('Copy text to the clipboard');
        return outside.clipboard.copyText(text);
      },
    },
    showGuide: async () => {
      await spend('Open the guide');
      return outside.showGuide();
    },
    copyDiagnostics: async () => {
      await spend('Copy diagnostics to the clipboard');
      return outside.copyDiagnostics();
    },
    setFullScreen: async (on) => {
      if (on) await spend('Fill the screen');
      return outside.setFullScreen(on);
    },
    chooseFile: async (purpose) => {
      await spend('Open a file dialog');
      return outside.chooseFile(purpose);
    },
    chooseSavePath: async (purpose, suggestedName) => {
      await spend('Open a dialog to save a file');
      return outside.chooseSavePath(purpose, suggestedName);
    },
  };
}
