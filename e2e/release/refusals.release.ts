/**
 * Options with which a release refuses to start. It is not enough that it ends: Chromium and Node read some of them
 * before our first line, so their effects must not occur either.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { keysOf } from './keys.ts';
import { newPerson, type Person, type Started } from './person.ts';

let person: Person;
/** Programs and modules that leave a mark when run. */
let traps = '';

test.beforeEach(async () => {
  person = await newPerson();
  traps = dirname(person.home);
  const sign = join(person.home, 'trapped');
  writeFileSync(join(traps, 'program'), `#!/bin/sh\necho run >> ${sign}\nexec "$@"\n`);
  chmodSync(join(traps, 'program'), 0o755);
  writeFileSync(
    join(traps, 'module.cjs'),
    `require('node:fs').writeFileSync(${JSON.stringify(sign)}, 'run');\n`,
  );
});
test.afterEach(() => person.leave());

/** Expects that it ended for this reason, named it in one line, opened no window and left no files. */
async function expectRefused(
  started: Started,
  named: string,
  ...mayBeLeft: readonly RegExp[]
): Promise<void> {
  const code = await started.ended();
  const said = started.output().split('\n');
  expect(
    said.some((line) => line.startsWith('strongroom: ') && line.includes(named)),
    started.output(),
  ).toBe(true);
  // Chromium sometimes aborts when told to end before it was ready; the effects of the option are checked below.
  expect([2, 'SIGABRT']).toContain(code);
  expect(started.output()).not.toContain('STRONGROOM_READY');
  expect(started.output()).not.toMatch(/listening on/i);
  const expected = [/^(?:program|module\.cjs)$/, ...mayBeLeft];
  expect(person.files().filter((path) => !expected.some((one) => one.test(path)))).toEqual([]);
}

const at = (name: string): string => join(person.home, name);

/** Each with the file that it would leave in the home folder if accepted. */
const switches: Readonly<Record<string, readonly (() => string)[]>> = {
  'no-sandbox': [() => '--no-sandbox', () => '-no-sandbox', () => '--no-sandbox=1'],
  inspect: [() => '--inspect', () => '-inspect', () => '--inspect=0', () => '--inspect=127.0.0.1:0'],
  'inspect-brk': [() => '--inspect-brk', () => '-inspect-brk=0'],
  'inspect-port': [() => '--inspect-port=0'],
  'inspect-wait': [() => '--inspect-wait=0'],
  'inspect-publish-uid': [() => '--inspect-publish-uid=stderr'],
  'remote-debugging-port': [() => '--remote-debugging-port=0', () => '-remote-debugging-port=0'],
  'remote-debugging-pipe': [() => '--remote-debugging-pipe', () => '-remote-debugging-pipe'],
  'remote-debugging-address': [() => '--remote-debugging-address=0.0.0.0'],
  'ignore-certificate-errors': [() => '--ignore-certificate-errors', () => '-ignore-certificate-errors'],
  'ignore-certificate-errors-spki-list': [() => '--ignore-certificate-errors-spki-list=AAAA'],
  'load-extension': [() => `--load-extension=${person.home}`, () => `-load-extension=${person.home}`],
  'js-flags': [() => '--js-flags=--expose-gc', () => '-js-flags=--allow-natives-syntax'],
  'proxy-server': [() => '--proxy-server=127.0.0.1:1', () => '-proxy-server=127.0.0.1:1'],
  'proxy-pac-url': [() => '--proxy-pac-url=http://127.0.0.1:1/'],
  'proxy-auto-detect': [() => '--proxy-auto-detect'],
  'proxy-bypass-list': [() => '--proxy-bypass-list=*'],
  'no-proxy-server': [() => '-no-proxy-server'],
  'host-resolver-rules': [
    () => '--host-resolver-rules=MAP * 127.0.0.1',
    () => '-host-resolver-rules=MAP * ::1',
  ],
  'log-net-log': [() => `--log-net-log=${at('net-log.json')}`, () => `-log-net-log=${at('net-log.json')}`],
  'ssl-key-log-file': [() => `--ssl-key-log-file=${at('keys')}`],
  'log-file': [() => `--log-file=${at('log')}`],
  'trace-startup': [() => `--trace-startup=*`, () => '-trace-startup'],
  'enable-tracing': [() => '--enable-tracing=*'],
  'enable-crash-reporter': [() => '--enable-crash-reporter'],
  'crash-dumps-dir': [() => `--crash-dumps-dir=${person.home}`],
  'renderer-cmd-prefix': [
    () => `--renderer-cmd-prefix=${join(traps, 'program')}`,
    () => `-renderer-cmd-prefix=${join(traps, 'program')}`,
  ],
  'utility-cmd-prefix': [() => `--utility-cmd-prefix=${join(traps, 'program')}`],
  'gpu-launcher': [() => `--gpu-launcher=${join(traps, 'program')}`],
  'browser-subprocess-path': [
    () => `--browser-subprocess-path=${join(traps, 'program')}`,
    () => `-browser-subprocess-path=${join(traps, 'program')}`,
  ],
  'disable-web-security': [() => '--disable-web-security'],
  'single-process': [() => '--single-process'],
  // Switches that no list names.
  'gtk-module': [() => `--gtk-module=${join(traps, 'module.so')}`],
  'g-fatal-warnings': [() => '--g-fatal-warnings'],
  'NO-SANDBOX': [() => '--NO-SANDBOX'],
  'Remote-Debugging-Port': [() => '--Remote-Debugging-Port=0'],
  r: [() => '-r'],
  require: [() => `--require=${join(traps, 'module.cjs')}`],
  'unheard-of': [() => '--unheard-of', () => '-unheard-of=1'],
};

for (const [name, forms] of Object.entries(switches)) {
  test(`refuses --${name}, and it has had no effect @refused-switches`, async () => {
    for (const form of forms)
      await test.step(form(), () => expectRefused(person.start(['--ready-line', form()]), `--${name} `));
  });
}

test('refuses a log of Chromium’s, which holds nothing of ours', async () => {
  // Chromium opens it before our first line, and has logged only its own start by then.
  const started = person.start(['--ready-line', '--enable-logging=file', `--log-file=${at('log')}`]);
  await expectRefused(started, '--enable-logging ', /^home\/log$/);
  for (const line of readFileSync(at('log'), 'utf8').split('\n'))
    expect(line).toMatch(/^$|^\[[\d:/.]+:(?:ERROR|WARNING):(?:dbus|ui|base)\//);
});

const variables: Readonly<Record<string, () => string>> = {
  ELECTRON_RUN_AS_NODE: () => '1',
  SSLKEYLOGFILE: () => at('keys'),
  ELECTRON_ENABLE_LOGGING: () => 'file',
  ELECTRON_LOG_FILE: () => at('log'),
  ELECTRON_FORCE_IS_PACKAGED: () => 'false',
  NODE_DEBUG: () => 'http,tls,undici',
  NODE_V8_COVERAGE: () => person.home,
  NODE_REDIRECT_WARNINGS: () => at('warnings'),
  NODE_OF_TOMORROW: () => '1',
};

for (const [name, value] of Object.entries(variables)) {
  test(`refuses ${name}, and it has had no effect @refused-switches`, async () => {
    await expectRefused(person.start(['--ready-line'], { env: { [name]: value() } }), name);
  });
}

test('a refusal that nobody reads in a terminal stands in a dialog, which leaves nothing', async () => {
  const menu = { GIO_LAUNCHED_DESKTOP_FILE: '/usr/share/applications/strongroom.desktop' };
  await expectRefused(
    person.start(['--ready-line'], { env: { ...menu, NODE_OF_TOMORROW: '1' } }),
    'NODE_OF_TOMORROW',
    /^tmp\/strongroom-refused-/,
  );
  // The dialog's text has the message; Electron titles its window like this on Linux.
  keysOf(person, 'Error').press('Return');
  await expect
    .poll(() => person.files().filter((path) => !/^(?:program|module\.cjs)$/.test(path)))
    .toEqual([]);
});

test('refuses NODE_COMPILE_CACHE, for which Node has made no more than an empty folder', async () => {
  const started = person.start(['--ready-line'], { env: { NODE_COMPILE_CACHE: person.home } });
  await expectRefused(started, 'NODE_COMPILE_CACHE', /^home\/v[\w.-]+\/$/);
});

test('Electron drops NODE_OPTIONS, and it has no effect', async () => {
  const options = `--require=${join(traps, 'module.cjs')} --inspect=0`;
  const started = person.start(['--ready-line'], { env: { NODE_OPTIONS: options } });
  await started.ready();
  expect(started.output()).not.toMatch(/listening on/i);
  expect(existsSync(at('trapped'))).toBe(false);
  await started.quit();
});

test('runs no code as plain Node, whatever the command line @no-plain-node', async () => {
  const script = `require('node:fs').writeFileSync(${JSON.stringify(at('trapped'))}, 'run')`;
  const started = person.start(['-e', script], { env: { ELECTRON_RUN_AS_NODE: '1' } });
  await expectRefused(started, '--e ');
});

test('what stands behind a bare -- is no switch to anybody', async () => {
  const behind = [
    '--no-sandbox',
    '--inspect=0',
    '--remote-debugging-port=0',
    `--log-net-log=${at('net-log.json')}`,
  ];
  const started = person.start(['--ready-line', '--', ...behind]);
  await started.ready();
  expect(started.output()).not.toMatch(/listening on/i);
  expect(existsSync(at('net-log.json'))).toBe(false);
  await started.quit();
});

test('a program of another folder is not run instead', async () => {
  writeFileSync(join(traps, 'package.json'), '{"main":"module.cjs"}');
  const started = person.start([traps, '--ready-line']);
  await started.ready();
  expect(existsSync(at('trapped'))).toBe(false);
  await started.quit();
});

test('reads no certificates that its environment adds for Node', async () => {
  const started = person.start(['--ready-line'], { env: { NODE_EXTRA_CA_CERTS: at('none.pem') } });
  await started.ready();
  // Node warns about an unreadable file.
  expect(started.output()).not.toContain('extra cert');
  await started.quit();
});
