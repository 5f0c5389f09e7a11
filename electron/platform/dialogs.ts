/** Native file dialogs. The path stays in main: the renderer gets a handle from the calling use-case. */
import {
  dialog,
  type BrowserWindow,
  type FileFilter,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import type { OpenPurpose, SavePurpose } from '../core/platform.ts';

const pem = ['pem', 'crt', 'cer', 'key'];
const all: FileFilter = { name: 'All files', extensions: ['*'] };
const json: FileFilter = { name: 'JSON', extensions: ['json'] };

const plans: FileFilter = { name: 'Plans', extensions: ['jsonl'] };

/** macOS alone has a dialog that takes files and folders alike, so each has its own purpose. */
function openDialogOf(purpose: OpenPurpose): OpenDialogOptions {
  switch (purpose) {
    case 'ca':
      return {
        title: 'Choose a CA file',
        properties: ['openFile'],
        filters: [{ name: 'Certificates', extensions: pem }, all],
      };
    case 'ca-folder':
      return { title: 'Choose a folder of CA certificates', properties: ['openDirectory'] };
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
    case 'value':
      return { title: 'Choose a file for this value', properties: ['openFile'] };
    case 'profiles':
      return { title: 'Choose exported connections', properties: ['openFile'], filters: [json, all] };
    case 'import':
      return { title: 'Choose a file to import', properties: ['openFile'] };
    case 'snapshot':
      return { title: 'Choose a snapshot to restore', properties: ['openFile'] };
    case 'plan':
      return { title: 'Choose a saved plan', properties: ['openFile'], filters: [plans, all] };
    case 'template':
      return { title: 'Choose a JSON Schema', properties: ['openFile'], filters: [json, all] };
  }
}

function saveDialogOf(purpose: SavePurpose): SaveDialogOptions {
  switch (purpose) {
    case 'value':
      return { title: 'Save this value as a file', buttonLabel: 'Save value' };
    case 'profiles':
      return { title: 'Export connections', buttonLabel: 'Export', filters: [json, all] };
    case 'answer':
      return { title: 'Save this response as a file', buttonLabel: 'Save answer', filters: [json, all] };
    case 'snapshot':
      return { title: 'Save a snapshot of the cluster', buttonLabel: 'Save snapshot' };
    case 'plan':
      return { title: 'Save the plan', buttonLabel: 'Save plan', filters: [plans, all] };
    case 'export':
      return { title: 'Export entries', buttonLabel: 'Export' };
  }
}

/** Asks for a file or folder; returns its path, or undefined if the user closed the dialog. */
export async function chooseFile(
  window: BrowserWindow | undefined,
  purpose: OpenPurpose,
): Promise<string | undefined> {
  const { properties = [], ...rest } = openDialogOf(purpose);
  const options: OpenDialogOptions = { ...rest, properties: [...properties, 'dontAddToRecent'] };
  const chosen =
    window === undefined
      ? await dialog.showOpenDialog(options)
      : await dialog.showOpenDialog(window, options);
  return chosen.canceled ? undefined : chosen.filePaths[0];
}

/** Asks for a path to save to; undefined if the user closed the dialog. The dialog also asks about overwriting. */
export async function chooseSavePath(
  window: BrowserWindow | undefined,
  purpose: SavePurpose,
  suggestedName: string,
): Promise<string | undefined> {
  const options: SaveDialogOptions = {
    ...saveDialogOf(purpose),
    defaultPath: suggestedName,
    properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
  };
  const chosen =
    window === undefined
      ? await dialog.showSaveDialog(options)
      : await dialog.showSaveDialog(window, options);
  return chosen.canceled || chosen.filePath === '' ? undefined : chosen.filePath;
}
