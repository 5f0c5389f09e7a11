/**
 * Binds the contract to Electron: one channel for all calls, with the same short list of checks (guard → run). A
 * refused sender learns only that it was refused.
 */
import type { IpcMain } from 'electron';
import { fail } from '../../shared/ipc/result.ts';
import { callChannel, cancelChannel } from './channels.ts';
import { whyRefused, type AllowedPage } from './guard.ts';
import type { CallRunner } from './run.ts';

/** Registers the channel of all calls; refused senders go to `log`. */
export function registerCalls(
  ipc: Pick<IpcMain, 'handle' | 'on'>,
  runner: Pick<CallRunner, 'answerPage' | 'cancel'>,
  page: AllowedPage,
  log: (line: string) => void,
): void {
  ipc.handle(callChannel, (event, name: unknown, input: unknown, callId: unknown, byItself: unknown) => {
    const refused = whyRefused(event.sender, event.senderFrame, page);
    if (refused === undefined)
      return runner.answerPage(
        name,
        input,
        callId,
        event.sender.id,
        byItself === true ? 'screen' : 'gesture',
      );
    log(`call refused: ${refused}`);
    return fail({ kind: 'internal', message: 'This page may not ask Strongroom for anything.' });
  });
  ipc.on(cancelChannel, (event, callId: unknown) => {
    if (whyRefused(event.sender, event.senderFrame, page) === undefined) {
      runner.cancel(callId, event.sender.id);
    }
  });
}
