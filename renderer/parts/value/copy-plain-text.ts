import { copyText } from '../../api/app.ts';
import { announce } from '../../ui/announce.tsx';

/** Copies what is no secret and says so to readers of the screen. */
export async function copyPlainText(text: string, name: string): Promise<void> {
  try {
    await copyText(text);
    announce(`${name} copied.`);
  } catch {
    announce(`${name} could not be copied.`);
  }
}
