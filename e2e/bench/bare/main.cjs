// The reference of the bench: the cost of this Electron showing one line with one input.
const { app, BrowserWindow } = require('electron');
const { join } = require('node:path');

app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } });
  if (app.commandLine.hasSwitch('ready-line')) sayWhenPainted(window.webContents);
  void window.loadFile(join(__dirname, 'page.html'));
});

// Same method as ours (electron/window/ready-line.ts).
function sayWhenPainted(contents) {
  const painted =
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';
  contents.once('did-finish-load', () => {
    const world = contents.executeJavaScriptInIsolatedWorld(999, [{ code: painted }]);
    void world.then(() => process.stdout.write('STRONGROOM_READY\n'));
  });
}
