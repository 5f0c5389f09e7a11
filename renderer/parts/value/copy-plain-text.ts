import { copyText } from '../../api/app.ts';
import { announce } from '../../ui/announce.tsx';

/** Copies non-secret text and announces it to screen readers. */
export async function copyPlainText(text: string, name: string): Promise<void> {
  try {
    await copyText(text);
    announce(`${name} copied.`);
  } catch {
    announce(`${name} could not be copied.`);
  }
}
