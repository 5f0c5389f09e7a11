// The reference of the bench: what this Electron costs when it shows one line with one input and nothing else.
const { app, BrowserWindow } = require('electron');
const { join } = require('node:path');

app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } });
  void window.loadFile(join(__dirname, 'page.html'));
});
