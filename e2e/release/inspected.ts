/**
 * Starts a copy of the packaged app that differs only in the inspect fuse, in the way Playwright starts Electron:
 * `node inspected.ts PROGRAM ARGUMENTS…`, in place of the program. The copy refuses a debugger like every release;
 * but a debugger that pauses it at the first line, as this fuse allows, can hide itself, and all else is as released.
 */
import { spawn } from 'node:child_process';
import { asOrdinaryUser } from './ordinary-user.ts';

const DEBUGGERS = /^--(?:inspect|remote-debugging-port)\b/;

const [program = '', ...given] = process.argv.slice(2);
const own = given.filter((argument) => !DEBUGGERS.test(argument) && argument !== '--no-sandbox');
const [command = program, ...rest] = [
  ...asOrdinaryUser,
  program,
  '--inspect-brk=0',
  '--remote-debugging-port=0',
  ...own,
];
const child = spawn(command, rest, { stdio: ['ignore', 'inherit', 'pipe'] });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));

/** Runs in the app at its first line: hides its debuggers from it. */
const LOOK_AWAY = `(() => {
  const { app } = require('electron');
  const debuggers = ${String(DEBUGGERS)};
  const has = app.commandLine.hasSwitch;
  app.commandLine.hasSwitch = (name) => !debuggers.test('--' + name) && has(name);
  process.argv = process.argv.filter((argument) => !debuggers.test(argument));
})()`;

interface Told {
  readonly method?: string;
  readonly params?: { readonly callFrames?: readonly { readonly callFrameId: string }[] };
}

let said = '';
let isStopped = false;
child.stderr.setEncoding('utf8').on('data', (piece: string) => {
  process.stderr.write(piece);
  said += piece;
  const address = /^Debugger listening on (ws:\S+)$/m.exec(said)?.[1];
  if (address === undefined || isStopped) return;
  isStopped = true;
  letGo(address);
});

function letGo(address: string): void {
  const line = new WebSocket(address);
  let last = 0;
  const send = (method: string, params: object = {}): void =>
    line.send(JSON.stringify({ id: ++last, method, params }));
  line.addEventListener('open', () => {
    send('Debugger.enable');
    send('Runtime.runIfWaitingForDebugger');
  });
  line.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data)) as Told;
    const frame = told.params?.callFrames?.[0];
    if (told.method !== 'Debugger.paused' || frame === undefined) return;
    send('Debugger.evaluateOnCallFrame', { callFrameId: frame.callFrameId, expression: LOOK_AWAY });
    send('Debugger.resume');
    // An attached debugger would keep it from ending.
    line.close();
  });
}
