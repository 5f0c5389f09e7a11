/**
 * The whole app (schemas, handlers, sessions, client) as the bridge uses it, without Electron: the trusted view
 * answers from a list, the clipboard is a variable. Everything that would cross to the renderer is kept, so that a
 * test can search all of it for a credential.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  CallName,
  EventName,
  EventCrossing,
  Events,
  Input,
  Output,
  Preferences,
} from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError, Result } from '../../../shared/ipc/result.ts';
import type { TrustedAnswer, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { defaultTimeoutMs } from '../../../shared/vault/connection.ts';
import type { ConnectionTarget, ExtraHeader } from '../../../shared/vault/connection.ts';
import { createAskedLinks } from '../../core/connection/asked-links.ts';
import { createKnownCredentials } from '../../core/credentials/known-credentials.ts';
import { createContact } from '../../core/gates/contact.ts';
import { makeOutgoing } from '../../core/gates/outgoing.ts';
import type {
  CopiedAs,
  DesktopNotice,
  Emit,
  Keychain,
  Platform,
  SampleServers,
} from '../../core/platform.ts';
import type { ProgramSystem } from '../../core/program-system.ts';
import { alwaysSeen } from '../../core/seen.ts';
import type { Seen } from '../../core/seen.ts';
import { makeCallRunner } from '../run.ts';
import type { CallRunner } from '../run.ts';
import { createOwnFiles } from '../../disk/own-files.ts';
import { openCore } from '../../services/services.ts';
import type { Core } from '../../services/services.ts';
import { calls } from './index.ts';
import { usualFolderColumns } from '../../../shared/vault/folder-table.ts';
import { usualReminderNames } from '../../../shared/vault/reminders.ts';

export type SentEvent = { [N in EventName]: { readonly name: N; readonly payload: Events[N] } }[EventName];

/** A text, the fields of a form, or null: the user closes the view. A promise: the user takes that long. */
type GivenAnswer = string | Readonly<Record<string, string>> | null;

export interface TestApp extends Core {
  /** One call as the bridge makes it. */
  readonly call: <N extends CallName>(name: N, input: Input<N>) => Promise<Result<Output<N>>>;
  /** One call that a screen makes by itself. */
  readonly byItself: <N extends CallName>(name: N, input: Input<N>) => Promise<Result<Output<N>>>;
  /** One call that must succeed. */
  readonly must: <N extends CallName>(name: N, input: Input<N>) => Promise<Output<N>>;
  /** One call that must fail. */
  readonly refused: <N extends CallName>(name: N, input: Input<N>) => Promise<AppError>;
  /** One call with any input, under way: its result, and the means to end it. */
  readonly begin: (name: CallName, input: unknown) => UnderWay;
  /** The runner of its calls, for a registrar of the test's own. */
  readonly runner: CallRunner;
  /** Next answers of the trusted view, one per request; without any, it is cancelled. */
  readonly answers: (GivenAnswer | Promise<GivenAnswer>)[];
  /** Pages that the system's browser was asked to open. */
  readonly browsed: string[];
  /** Files that the file manager was asked to show. */
  readonly shownInFolder: string[];
  /** Notices of the desktop. */
  readonly notices: DesktopNotice[];
  readonly asked: TrustedRequest[];
  /** Prompts that wait for an answer and were not withdrawn. */
  readonly openPrompts: () => readonly TrustedRequest[];
  readonly events: SentEvent[];
  readonly clipboard: { text: string; as?: CopiedAs };
  /** Count of page replacements. */
  readonly pages: { replaced: number };
  /** Paths for the next file dialogs; without any, they are closed. */
  readonly files: string[];
  /** The preferences, to be changed by a test. */
  readonly preferences: { now: Preferences };
  /** The user presses a key or clicks so many times, if `gestures` sets their number. */
  readonly press: (times: number) => void;
  /** Spends all gestures, but not the keystrokes. */
  readonly spendGestures: () => void;
  /** Ends the user's presses. */
  readonly rest: () => void;
  readonly dataFolder: string;
  /** JSON of everything that has crossed to the renderer, events and log lines included. */
  readonly crossed: () => string;
  /** Opens a session with a token and returns its id. */
  readonly login: (address: string, token: string, change?: Partial<ConnectionTarget>) => Promise<string>;
  /** Types the values of extra headers for a server, and forgets those prompts. */
  readonly headers: (
    address: string,
    values: Readonly<Record<string, string>>,
  ) => Promise<readonly ExtraHeader[]>;
  /** Reported problems. */
  readonly problems: readonly string[];
  readonly end: () => Promise<void>;
}

/** A call that has begun. */
export interface UnderWay {
  readonly result: Promise<Result<unknown>>;
  readonly cancel: () => void;
  /** The page goes, or is replaced. */
  readonly leave: () => void;
}

export interface TestAppOptions {
  readonly environment?: Platform['environment'];
  readonly app?: Partial<Platform['app']>;
  readonly files?: readonly string[];
  readonly keychain?: Keychain;
  /** Agrees to every question without a prepared answer. */
  readonly agrees?: boolean;
  /** Number of the user's key presses or clicks; unlimited by default. */
  readonly gestures?: number;
  /** Interval of background looks, in milliseconds. */
  readonly healthEveryMs?: number;
  /** The window's visibility; visible by default. */
  readonly seen?: Seen;
  /** Time after a refusal without prompts by the page. */
  readonly quietMs?: number;
  /**
   * `ask`: as the app does. By default every place counts as confirmed and every login page can be opened, so that a
   * test asks only about its own subject.
   */
  readonly contact?: 'ask';
  /** Programs of the system; by default it has no socket for them. */
  readonly programs?: ProgramSystem;
  /** Starts a sample server; absent by default. */
  readonly sample?: SampleServers;
  /** Instead of a new one; it is not removed at the end. */
  readonly dataFolder?: string;
}

const browserQuestion = 'Open the login page in your browser?';

/** A system without a keychain. */
const noKeychain: Keychain = {
  state: () =>
    Promise.resolve({ available: false, backend: 'basic_text', reason: 'This system keeps no secrets.' }),
  encrypt: () => Promise.reject(new Error('no keychain')),
  decrypt: () => Promise.reject(new Error('no keychain')),
  authenticate: () => Promise.resolve(true),
};

const refused = (): Promise<never> => Promise.reject(new Error('This is a test.'));

/** A system without a socket for programs. */
const noPrograms: ProgramSystem = {
  socket: () => '',
  open: refused,
  filesOf: refused,
  filesOfProcess: refused,
  processAt: refused,
  surroundingsOf: refused,
  folderAt: refused,
  isRunning: () => false,
};

/** A target with the defaults of a new connection. */
export function targetAt(address: string, change: Partial<ConnectionTarget> = {}): ConnectionTarget {
  return {
    address,
    namespace: '',
    tls: { useSystemStore: true, skipVerify: false },
    timeoutMs: defaultTimeoutMs,
    proxy: 'direct',
    ...change,
  };
}

/** A connect form's options for a session. */
export function openOptions(address: string, change: Partial<ConnectionTarget> = {}) {
  return { target: targetAt(address, change), name: 'test', colour: 'red' } as const;
}

/** An app with one open session. */
export interface TestSession {
  readonly app: TestApp;
  readonly sessionId: string;
}

export interface TestApps {
  readonly newApp: (options?: TestAppOptions) => TestApp;
  /** Opens a session in a new app, with the server's root token unless one is given. */
  readonly session: (
    server: { readonly address: string; readonly rootToken?: string },
    token?: string,
    change?: Partial<ConnectionTarget>,
    options?: TestAppOptions,
  ) => Promise<TestSession>;
  readonly endApps: () => Promise<void>;
  /** Registers a server to be stopped by `stopServers`, and returns it. */
  readonly stopping: <T extends { readonly stop: () => Promise<void> }>(started: T) => T;
  readonly stopServers: () => Promise<void>;
}

/** The apps and servers of one file of tests, to be ended after each test and after all. */
export function makeTestApps(): TestApps {
  const apps: TestApp[] = [];
  const stops: (() => Promise<void>)[] = [];
  const newApp = (options?: TestAppOptions): TestApp => {
    const app = makeTestApp(options);
    apps.push(app);
    return app;
  };
  return {
    newApp,
    session: async ({ address, rootToken = '' }, token = rootToken, change = {}, options = {}) => {
      const app = newApp(options);
      return { app, sessionId: await app.login(address, token, change) };
    },
    endApps: async () => {
      await Promise.all(apps.splice(0).map((app) => app.end()));
    },
    stopping: (started) => {
      stops.push(started.stop);
      return started;
    },
    stopServers: async () => {
      await Promise.all(stops.splice(0).map((stop) => stop()));
    },
  };
}

async function untilNobody(signal: AbortSignal | undefined): Promise<null> {
  await untilAborted(signal);
  return null;
}

function untilAborted(signal: AbortSignal | undefined): Promise<TrustedAnswer> {
  return new Promise((resolve) => {
    const end = (): void => resolve({ kind: 'cancel' });
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

/** Makes an app with a data folder of its own. */
export function makeTestApp(options: TestAppOptions = {}): TestApp {
  const folder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'strongroom-app-'));
  const answers: TestApp['answers'] = [];
  const browsed: string[] = [];
  const shownInFolder: string[] = [];
  const notices: DesktopNotice[] = [];
  const asked: TrustedRequest[] = [];
  const events: SentEvent[] = [];
  const crossed: string[] = [];
  const clipboard: TestApp['clipboard'] = { text: '' };
  const pages = { replaced: 0 };
  const preferences: TestApp['preferences'] = {
    now: {
      theme: 'system',
      sideBarWidth: 280,
      density: 'comfortable',
      detailsOpen: true,
      actWithoutInput: false,
      clipboardSeconds: 30,
      autoLockMinutes: 15,
      lockWithSystem: true,
      boardOnLock: false,
      clusterEveryMs: 2_000,
      jobRequests: 8,
      contentProtection: false,
      tray: false,
      quickAccess: 'off',
      programs: false,
      programsRememberProduction: false,
      programsLog: false,
      reminderNames: usualReminderNames,
      folderColumns: usualFolderColumns,
    },
  };
  const gestures = {
    untold: options.gestures === undefined,
    left: options.gestures ?? 0,
    keystrokes: options.gestures ?? 0,
  };
  const files = [...(options.files ?? [])];
  const problems: string[] = [];
  const known = createKnownCredentials();
  const outgoing = makeOutgoing(known, (name, input, sizeBytes) =>
    app.services.runTask(name, input, sizeBytes),
  );
  const tell: Emit = (name, told) => {
    const cross = (crossing: EventCrossing<Events[typeof name]>): void => {
      const payload: unknown = 'json' in crossing ? JSON.parse(crossing.json) : crossing;
      events.push({ name, payload } as SentEvent);
      crossed.push(JSON.stringify(payload));
    };
    const passing = outgoing.event(name, told);
    if (passing instanceof Promise) void passing.then(cross);
    else cross(passing);
  };
  const app = openCore(
    platformOf(),
    tell,
    known,
    options.contact === 'ask' ? createContact : (parts) => createContact({ ...parts, isSaved: () => true }),
  );

  const open = new Set<{ readonly request: TrustedRequest; readonly signal: AbortSignal | undefined }>();

  async function whileOpen(
    request: TrustedRequest,
    signal: AbortSignal | undefined,
    next: Promise<GivenAnswer>,
  ): Promise<GivenAnswer> {
    const prompt = { request, signal };
    open.add(prompt);
    return Promise.race([next, untilNobody(signal)]).finally(() => open.delete(prompt));
  }

  function platformOf(): Platform {
    return {
      ask: async (request, signal) => {
        if (options.contact !== 'ask' && 'title' in request && request.title === browserQuestion)
          return { kind: 'fields', values: {} };
        asked.push(request);
        // A prompt of the kind `wait` waits here, too, unless the test has something to paste or closes the view.
        const pastes = request.kind === 'wait' && request.field !== undefined && answers.length > 0;
        const closes = answers[0] === null || answers[0] instanceof Promise;
        if (request.kind === 'wait' && !pastes && !closes) return untilAborted(signal);
        const next = answers.shift();
        const given = next instanceof Promise ? await whileOpen(request, signal, next) : next;
        if (given === undefined && options.agrees === true && request.kind === 'confirm')
          return { kind: 'submit', text: request.typedName ?? '' };
        if (given === undefined || given === null) return { kind: 'cancel' };
        return typeof given === 'string'
          ? { kind: 'submit', text: given }
          : { kind: 'fields', values: given };
      },
      ...(options.quietMs === undefined ? {} : { quietMs: options.quietMs }),
      gestures: {
        take: () => gestures.untold || (gestures.left > 0 && gestures.left-- > 0),
        takeKeystroke: () => gestures.untold || (gestures.keystrokes > 0 && gestures.keystrokes-- > 0),
        isThere: () => gestures.untold || gestures.left > 0,
        forget: () => (gestures.left = 0),
      },
      openBrowser: (url) => {
        browsed.push(url);
        return Promise.resolve();
      },
      showInFolder: (path) => void shownInFolder.push(path),
      notify: (notice) => void notices.push(notice),
      seen: options.seen ?? alwaysSeen,
      showWindow: () => undefined,
      sample: {
        program: () => undefined,
        address: () => undefined,
        start: () => Promise.reject(new Error('Neither vault nor bao is on the PATH.')),
        ...options.sample,
      },
      links: createAskedLinks(() => undefined),
      programs: options.programs ?? noPrograms,
      favouritesChanged: () => undefined,
      programsWaiting: () => undefined,
      pastRequest: () => undefined,
      tray: () => Promise.resolve('off'),
      quickAccess: () => 'off',
      showGuide: () => Promise.resolve(),
      copyDiagnostics: () => Promise.resolve(),
      setFullScreen: () => Promise.resolve(),
      ...(options.healthEveryMs === undefined ? {} : { healthEveryMs: options.healthEveryMs }),
      clipboard: {
        copy: (text, as) => {
          clipboard.text = text;
          clipboard.as = as;
          return Promise.resolve({ clearsAt: as === 'text' ? '' : new Date().toISOString() });
        },
        readText: () => Promise.resolve(clipboard.text),
        state: () => ({ clearsAt: '' }),
        clearNow: () => {
          clipboard.text = '';
          return Promise.resolve();
        },
      },
      chooseFile: () => Promise.resolve(files.shift()),
      chooseSavePath: () => Promise.resolve(files.shift()),
      keychain: options.keychain ?? noKeychain,
      replacePage: () => {
        pages.replaced++;
        runner.abandon(1);
      },
      tellMenu: () => undefined,
      storedFiles: () => ({ folder, files: [] }),
      about: () =>
        Promise.resolve({
          commit: '',
          chromiumVersion: '1',
          nodeVersion: '1',
          licences: [],
          chromiumLicences: '',
        }),
      preferences: {
        get: () => preferences.now,
        after: (change) => ({ ...preferences.now, ...change }),
        set: (change) => (preferences.now = { ...preferences.now, ...change }),
      },
      app: {
        version: '0.0.0',
        electronVersion: '0.0.0',
        testElectron: false,
        testElectronAllowed: false,
        packaged: false,
        platform: 'linux',
        connectTo: () => '',
        dataFolder: folder,
        ...options.app,
      },
      updates: {
        built: { feed: '', keys: [], hosts: [] },
        system: { platform: 'linux', arch: 'x64' },
        packaging: () => Promise.resolve({ way: 'by-hand', why: 'This is a test.' }),
        prepare: () => Promise.reject(new Error('no package')),
        discard: () => Promise.resolve(),
        quit: () => undefined,
      },
      environment: options.environment ?? {},
      homeFolder: folder,
      log: (line) => void crossed.push(line),
      ownFiles: createOwnFiles(
        (problem) => problems.push(problem),
        (unkept) => tell('app.unkeptChanged', unkept),
      ),
      report: (problem) => void problems.push(problem),
      problems: () => problems,
    };
  }

  const runner = makeCallRunner({
    behind: () => Promise.resolve({ calls, services: app.services }),
    log: (line) => void crossed.push(line),
    outgoing,
  });
  let callIds = 0;

  async function call<N extends CallName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
    const result = await runner.run(name, input, callIds++, 1);
    crossed.push(JSON.stringify(result));
    return result as Result<Output<N>>;
  }

  async function byItself<N extends CallName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
    return (await runner.run(name, input, callIds++, 1, 'screen')) as Result<Output<N>>;
  }

  async function must<N extends CallName>(name: N, input: Input<N>): Promise<Output<N>> {
    const result = await call(name, input);
    if (!result.ok) throw new AppFailure(result.error);
    return result.value;
  }

  function begin(name: CallName, input: unknown): UnderWay {
    const callId = callIds++;
    return {
      result: runner.run(name, input, callId, 1),
      cancel: () => runner.cancel(callId, 1),
      leave: () => runner.abandon(1),
    };
  }

  return {
    ...app,
    runner,
    begin,
    call,
    byItself,
    must,
    refused: async (name, input) => {
      const result = await call(name, input);
      if (result.ok) throw new Error(`${name} was expected to fail: ${JSON.stringify(result.value)}`);
      return result.error;
    },
    answers,
    browsed,
    shownInFolder,
    notices,
    asked,
    openPrompts: () =>
      [...open].flatMap(({ request, signal }) => (signal?.aborted === true ? [] : [request])),
    events,
    clipboard,
    pages,
    files,
    preferences,
    press: (times) => {
      gestures.left += times;
      gestures.keystrokes += times;
    },
    spendGestures: () => void (gestures.left = 0),
    rest: () => void Object.assign(gestures, { untold: false, left: 0, keystrokes: 0 }),
    dataFolder: folder,
    crossed: () => crossed.join('\n'),
    login: async (address, token, change = {}) => {
      answers.push(token);
      gestures.left++;
      return (await must('session.open', openOptions(address, change))).sessionId;
    },
    headers: async (address, values) => {
      const typed: ExtraHeader[] = [];
      for (const [name, value] of Object.entries(values)) {
        answers.unshift({ value });
        const { valueRef } = await must('connection.enterHeader', { name, address });
        typed.push({ name, valueRef });
      }
      asked.length = 0;
      return typed;
    },
    problems,
    end: async () => {
      await app.shutdown();
      if (options.dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
