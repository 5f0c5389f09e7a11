/** The outside as calls of the page reach it: with the gates in front of it. */
import { currentCall } from './core/gates/call-scope.ts';
import { createLeavingGate } from './core/gates/clipboard.ts';
import type { ClipboardGateParts, LeavingGate } from './core/gates/clipboard.ts';
import type { GestureGate } from './core/gates/gesture.ts';
import type { Platform } from './core/platform.ts';
import type { TrustedRequest } from '../shared/ipc/trusted-contract.ts';

/** The outside as calls may use it; preferences are not in it, because they have a gate of their own. */
export interface GuardedPlatform extends Omit<Platform, 'preferences' | 'clipboard'> {
  readonly clipboard: Omit<Platform['clipboard'], 'copy'> & Pick<LeavingGate, 'copy'>;
  readonly letIntoFile: LeavingGate['letIntoFile'];
}

export interface GuardParts extends Pick<ClipboardGateParts, 'known' | 'work'> {
  readonly gesture: GestureGate;
}

/** A copy, a dialog and a prompt cost a gesture, and a call opens only the prompts that its row states. */
export function guarded(
  { preferences: _, ...outside }: Platform,
  { gesture: { spend }, ...index }: GuardParts,
): GuardedPlatform {
  const { copy, ...clipboard } = outside.clipboard;
  const leaving = createLeavingGate({
    ...{ copy, spend, ...index },
    ask: (request, signal) => platform.ask(request, signal),
  });
  const platform: GuardedPlatform = {
    ...outside,
    ask: async (request, signal) => {
      const call = currentCall();
      if (call !== undefined && !call.asks.includes(request.kind))
        throw new Error(`${call.name} opens a prompt that its row does not state: ${request.kind}`);
      // At a moment of its own choice a page would open the prompt that a person expects from something else.
      await spend(promptInWords(request), signal);
      return outside.ask(request, signal);
    },
    clipboard: {
      ...clipboard,
      copy: leaving.copy,
    },
    letIntoFile: leaving.letIntoFile,
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
  return platform;
}

/** What is asked about a prompt that nobody has pressed a key for. */
function promptInWords(request: TrustedRequest): string {
  if (request.kind === 'show-secret') return 'Show a credential on the screen';
  if (request.kind === 'enter-token') return 'Ask for a token';
  return 'title' in request ? `Ask “${request.title}”` : 'Open the secure prompt';
}
