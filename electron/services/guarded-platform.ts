/** The platform as calls of the page reach it, behind the gates. */
import { currentCall } from '../core/gates/call-scope.ts';
import { createLeavingGate } from '../core/gates/clipboard.ts';
import type { ClipboardGateParts, LeavingGate } from '../core/gates/clipboard.ts';
import type { GestureGate } from '../core/gates/gesture.ts';
import type { Platform } from '../core/platform.ts';
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';

/** Platform for calls; excludes preferences, which have a gate of their own. */
export interface GuardedPlatform extends Omit<Platform, 'preferences' | 'clipboard'> {
  readonly clipboard: Omit<Platform['clipboard'], 'copy'> & Pick<LeavingGate, 'copy'>;
  readonly letIntoFile: LeavingGate['letIntoFile'];
}

export interface GuardParts extends Pick<ClipboardGateParts, 'known' | 'work'> {
  readonly gesture: GestureGate;
}

/** Gates the platform: copies, dialogs and prompts cost a gesture; calls open only their row's prompts. */
export function guarded(
  { preferences: _, ...outside }: Platform,
  { gesture: { spend }, ...index }: GuardParts,
): GuardedPlatform {
  const { copy, ...clipboard } = outside.clipboard;
  const leaving = createLeavingGate({
    copy,
    spend,
    ...index,
    ask: (request, signal) => platform.ask(request, signal),
  });
  const platform: GuardedPlatform = {
    ...outside,
    ask: async (request, signal) => {
      const call = currentCall();
      if (call !== undefined && !call.asks.includes(request.kind))
        throw new Error(`${call.name} opens a prompt that its row does not state: ${request.kind}`);
      // A page that chose the moment could open a prompt that the user expects from something else.
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

/** Words of the question before a prompt that no gesture asked for. */
function promptInWords(request: TrustedRequest): string {
  if (request.kind === 'show-secret') return 'Show a credential on the screen';
  if (request.kind === 'enter-token') return 'Ask for a token';
  return 'title' in request ? `Ask “${request.title}”` : 'Open the secure prompt';
}
