/**
 * Binds the contract to Electron: one channel per call, each with the same short list of checks (guard → run). A
 * refused sender learns only that it was refused.
 */
import type { IpcMain } from 'electron';
import { callNames, crossesAsJson } from '../../shared/ipc/contract.ts';
import { fail } from '../../shared/ipc/result.ts';
import { callChannel, cancelChannel } from './channels.ts';
import { whyRefused, type AllowedPage } from './guard.ts';
import type { CallRunner } from './run.ts';

/** Registers every call of the contract; refused senders go to `log`. */
export function registerCalls(
  ipc: Pick<IpcMain, 'handle' | 'on'>,
  runner: CallRunner,
  page: AllowedPage,
  log: (line: string) => void,
): void {
  for (const name of callNames) {
    ipc.handle(callChannel(name), async (event, input: unknown, callId: unknown, byItself: unknown) => {
      const refused = whyRefused(event.sender, event.senderFrame, page);
      if (refused !== undefined) {
        log(`call ${name} refused: ${refused}`);
        return fail({ kind: 'internal', message: 'This page may not ask Strongroom for anything.' });
      }
      const result = await runner.run(
        name,
        input,
        callId,
        event.sender.id,
        byItself === true ? 'screen' : 'gesture',
      );
      return result.ok && crossesAsJson.has(name) ? { ok: true, json: JSON.stringify(result.value) } : result;
    });
  }
  ipc.on(cancelChannel, (event, callId: unknown) => {
    if (whyRefused(event.sender, event.senderFrame, page) === undefined) {
      runner.cancel(callId, event.sender.id);
    }
  });
}
