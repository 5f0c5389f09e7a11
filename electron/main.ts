/**
 * The entry of the main process: environment → refusals → hardening → single instance → protocol → ready → compose. It
 * imports only what the window needs to appear; the Vault client is loaded while the window is already drawing.
 */
import { app, Menu, protocol } from 'electron';
import { compose } from './compose.ts';
import { handedOver } from './core/connection/second-start.ts';
import { takeEnvironment } from './platform/environment.ts';
import { leaveNothingBehind } from './platform/nothing-left.ts';
import { isTakenByAnother } from './platform/single-instance.ts';
import { printedOnly, readSwitches, refusal } from './platform/switches.ts';
import { denyEverything } from './window/denials.ts';

function start(): void {
  const environment = takeEnvironment();
  const { argv, platform } = process;
  const refused = app.isPackaged
    ? refusal({ commandLine: app.commandLine, argv, environment, platform })
    : undefined;
  if (refused !== undefined) {
    process.stderr.write(`${refused}\n`);
    app.exit(2);
    return;
  }
  const printed = printedOnly(app.commandLine, app.getVersion());
  if (printed !== undefined) {
    process.stdout.write(`${printed}\n`);
    app.exit(0);
    return;
  }
  // Tests that run as root must pass --no-sandbox (Chromium refuses otherwise); a release has refused it above.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  const switches = readSwitches(app.commandLine);
  if (switches.dataFolder !== '') app.setPath('userData', switches.dataFolder);
  // One app a data folder: a second start brings the first to the front, and hands it its address.
  const locked = app.requestSingleInstanceLock(handedOver(switches.connectTo));
  if (!locked && isTakenByAnother(app.getPath('userData'), process.platform)) {
    app.exit(0);
    return;
  }
  leaveNothingBehind(app);
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
  // Ours is made once the window draws; without this Electron makes its default one before it is ready.
  Menu.setApplicationMenu(null);
  compose(environment, switches, (log) => denyEverything(app, { developerTools: !app.isPackaged, log }));
}

start();
