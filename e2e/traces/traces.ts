/**
 * Everything of the app that other programs could read, except main's memory: the memory of all other processes,
 * arguments and environment of all, titles of windows and pages, notifications, output, and the files below a folder.
 */
import { readFileSync } from 'node:fs';
import type { LaunchedApp } from '../steps/app.ts';
import { findInFiles } from './files-holding.ts';
import { descendants, findInMemory, processName } from './process-memory.ts';
import { writtenForms } from './written-forms.ts';

/** Texts that must not be found, by description. */
export type Secrets = ReadonlyMap<string, string>;

/** Notifications, and titles of windows and pages, since `watchDesktop`. */
interface Desktop {
  readonly titles: readonly string[];
  readonly notices: readonly string[];
}

/** Every process of the app except main. */
export function childrenOf({ app }: LaunchedApp): readonly number[] {
  return descendants(app.process().pid ?? 0);
}

/** Puts a text into the window's page in two pieces, so that it never crosses whole, and keeps it there. */
export async function plant({ window }: LaunchedApp, text: string): Promise<void> {
  await window.evaluate(([first, second]) => void Reflect.set(window, 'planted', [first, second].join('')), [
    text.slice(0, 9),
    text.slice(9),
  ] as const);
}

/** Records titles and notifications from now on; the test desktop shows no notifications, so support is faked. */
export async function watchDesktop({ app }: LaunchedApp): Promise<void> {
  await app.evaluate(({ app: electron, webContents, Notification }) => {
    const seen: { titles: string[]; notices: string[] } = { titles: [], notices: [] };
    Reflect.set(globalThis, 'seenOnDesktop', seen);
    const follow = (contents: typeof webContents.prototype): void => {
      seen.titles.push(contents.getTitle());
      contents.on('page-title-updated', (_, title) => seen.titles.push(title));
    };
    for (const contents of webContents.getAllWebContents()) follow(contents);
    electron.on('web-contents-created', (_, contents) => {
      follow(contents);
    });
    Notification.isSupported = () => true;
    Notification.prototype.show = function noted(this: Electron.Notification) {
      seen.notices.push([this.title, this.subtitle, this.body].join('\n'));
    };
  });
}

/** Records of `watchDesktop`, with the current window titles. */
export function seenOnDesktop({ app }: LaunchedApp): Promise<Desktop> {
  return app.evaluate(({ BrowserWindow }) => {
    const seen = Reflect.get(globalThis, 'seenOnDesktop') as Desktop;
    const titles = BrowserWindow.getAllWindows().map((window) => window.getTitle());
    return { titles: [...seen.titles, ...titles], notices: seen.notices };
  });
}

/** Places that hold any of the secrets while the app runs, in any form; expected to be empty. */
export async function tracesOf(launched: LaunchedApp, secrets: Secrets): Promise<readonly string[]> {
  const children = childrenOf(launched);
  const sought = soughtOf(secrets);
  const found = findInMemory(children, ...sought.keys()).map(
    ({ text, process, region, encoding }) =>
      `${sought.get(text) ?? ''}: memory of ${process} (${region}, ${encoding})`,
  );
  const texts: (readonly [string, string])[] = [];
  for (const pid of [launched.app.process().pid ?? 0, ...children])
    for (const part of ['cmdline', 'environ'])
      texts.push([`${part} of ${processName(pid)}`, ofProcess(pid, part)]);
  const { titles, notices } = await seenOnDesktop(launched);
  texts.push(['titles', titles.join('\n')], ['notifications', notices.join('\n')]);
  texts.push(['output', launched.output()]);
  for (const [place, text] of texts)
    for (const [form, what] of sought) if (text.includes(form)) found.push(`${what}: ${place}`);
  return found;
}

/** Places that hold any of the secrets in files below a folder and in the output, once the app has ended. */
export async function tracesLeft(
  launched: LaunchedApp,
  folder: string,
  secrets: Secrets,
): Promise<readonly string[]> {
  const sought = soughtOf(secrets);
  const found = (await findInFiles(folder, ...sought.keys())).map(
    ({ text, path }) => `${sought.get(text) ?? ''}: ${path}`,
  );
  for (const [form, what] of sought) if (launched.output().includes(form)) found.push(`${what}: output`);
  return found;
}

/** Every form to search for, with its description. */
function soughtOf(secrets: Secrets): ReadonlyMap<string, string> {
  const sought = new Map<string, string>();
  for (const [what, secret] of secrets)
    for (const [form, name] of writtenForms(secret)) sought.set(form, `${what}, ${name}`);
  return sought;
}

/** Kernel data of a process; empty if it has ended meanwhile. */
function ofProcess(pid: number, part: string): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${part}`, 'utf8');
  } catch {
    return '';
  }
}
