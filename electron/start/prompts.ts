/** The secure prompt of this run, with the phrase that it carries. */
import { join } from 'node:path';
import { app } from 'electron';
import type { OwnFiles } from '../disk/own-files.ts';
import type { Environment } from '../platform/environment.ts';
import { hearSelecting } from '../platform/primary-selection.ts';
import { openPromptMark, type PromptMarkStore } from '../window/prompt-mark.ts';
import type { PromptQueue } from '../window/prompt-queue.ts';
import { makeTrustedView, type TrustedViewOptions } from '../window/trusted-view.ts';
import type { Clipboards } from './clipboards.ts';
import { promptTimes } from './test-times.ts';

export interface PromptsParts extends Pick<TrustedViewOptions, 'window' | 'makeWay' | 'log'> {
  /** Main's folder, with the prompt's page and preload. */
  readonly appFolder: string;
  readonly dataFolder: string;
  readonly ownFiles: OwnFiles;
  readonly environment: Environment;
  readonly clipboards: Pick<Clipboards, 'clipboard' | 'primary'>;
}

export interface Prompts extends PromptQueue {
  /** Opened with the first use. */
  readonly mark: () => PromptMarkStore;
}

/** Makes the prompts; none is open. */
export function makePrompts(parts: PromptsParts): Prompts {
  const { appFolder, dataFolder, ownFiles, environment, window, makeWay, log } = parts;
  const { clipboard, primary } = parts.clipboards;
  let opened: PromptMarkStore | undefined;
  const mark = (): PromptMarkStore => (opened ??= openPromptMark(dataFolder, ownFiles));
  const queue = makeTrustedView({
    window,
    makeWay,
    pageFolder: join(appFolder, 'trusted'),
    preload: join(appFolder, 'trusted-preload.cjs'),
    developerTools: !app.isPackaged,
    arming: promptTimes(environment),
    mark,
    copySecret: (text) => clipboard.copy(text, 'credential'),
    watch: (view) => {
      if (primary !== undefined) hearSelecting(view, primary, 'prompt');
    },
    log,
  });
  return { ...queue, mark };
}
