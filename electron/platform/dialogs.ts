/** Native file dialogs. The path stays in main: the renderer gets a handle from whoever asked here. */
import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron';
import type { FilePurpose } from '../../shared/ipc/contract.ts';

const pem = ['pem', 'crt', 'cer', 'key'];

/** Only macOS has a dialog that takes files and folders alike; elsewhere a CA folder is named by VAULT_CAPATH. */
function dialogOf(purpose: FilePurpose): OpenDialogOptions {
  const all = { name: 'All files', extensions: ['*'] };
  switch (purpose) {
    case 'ca':
      return {
        title: 'Choose a CA file',
        properties: process.platform === 'darwin' ? ['openFile', 'openDirectory'] : ['openFile'],
        filters: [{ name: 'Certificates', extensions: pem }, all],
      };
    case 'client-certificate':
      return {
        title: 'Choose a client certificate',
        properties: ['openFile'],
        filters: [{ name: 'Certificates', extensions: [...pem, 'p12', 'pfx'] }, all],
      };
    case 'client-key':
      return {
        title: 'Choose the key of the client certificate',
        properties: ['openFile'],
        filters: [{ name: 'Keys', extensions: pem }, all],
      };
  }
}

/** Asks for a file; answers its path, or undefined when the person closed the dialog. */
export async function chooseFile(
  window: BrowserWindow | undefined,
  purpose: FilePurpose,
): Promise<string | undefined> {
  const options = { ...dialogOf(purpose), dontAddToRecent: true } as const;
  const chosen =
    window === undefined
      ? await dialog.showOpenDialog(options)
      : await dialog.showOpenDialog(window, options);
  return chosen.canceled ? undefined : chosen.filePaths[0];
}
