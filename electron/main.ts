/**
 * Entry of the main process: environment → refusals → hardening → single instance → protocol → ready → compose. It
 * imports only code for the window's appearance; the Vault client is loaded while the window is already drawing.
 */
import { app, dialog, Menu, protocol } from 'electron';
import { compose } from './start/compose.ts';
import { handedOver } from './core/connection/second-start.ts';
import { takeEnvironment } from './platform/environment.ts';
import { leaveNothingBehind } from './platform/nothing-left.ts';
import { isInstalledOnWindows } from './platform/packaging.ts';
import { portableDataFolder } from './platform/portable.ts';
import { ownRefusedStart, sayRefused, showRefusal } from './platform/refused-start.ts';
import { isTakenByAnother } from './platform/single-instance.ts';
import { printedOnly, readSwitches, refusalOf, refused } from './platform/switches.ts';
import { denyEverything } from './window/denials.ts';
import { portalFeatures } from './window/quick-shortcut.ts';

/** Same id as in the packages (`build/electron-builder.mjs`). */
const APP_ID = 'app.strongroom';

function start(): void {
  const environment = takeEnvironment();
  const { argv, platform } = process;
  const { commandLine, isPackaged: packaged } = app;
  const unwanted = packaged ? refused({ commandLine, argv, environment, platform }) : undefined;
  if (unwanted !== undefined) {
    process.stderr.write(`strongroom: ${refusalOf(unwanted)}\n`);
    showRefusal(unwanted, ownRefusedStart(environment, dialog));
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
  const switches = readSwitches(app.commandLine, argv);
  if (switches.sayRefused !== '') {
    sayRefused(switches.sayRefused, app, dialog);
    leaveNothingBehind(app);
    return;
  }
  // Windows shows notifications only of apps in its Start menu under this id, which the installer has set.
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  const where = { platform, packaged, isInstalled: isInstalledOnWindows, executable: process.execPath };
  const dataFolder = switches.dataFolder || portableDataFolder({ ...where, environment });
  if (dataFolder !== undefined) app.setPath('userData', dataFolder);
  // One app per data folder: a second start brings the first to the front and hands over its address or link.
  const locked = app.requestSingleInstanceLock(handedOver(switches.connectTo, switches.link));
  if (!locked && isTakenByAnother(app.getPath('userData'), process.platform)) {
    app.exit(0);
    return;
  }
  leaveNothingBehind(app);
  if (platform === 'linux') app.commandLine.appendSwitch('enable-features', portalFeatures);
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
  // Our menu is made once the window draws; without this, Electron makes its default menu before `ready`.
  Menu.setApplicationMenu(null);
  compose(environment, switches, (log) => denyEverything(app, { developerTools: !app.isPackaged, log }));
}

start();
