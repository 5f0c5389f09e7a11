// The reference of open-7000-keys: a page of this Electron that fetches, parses and paints, and does nothing else.
const { app, BrowserWindow } = require('electron');
const { join } = require('node:path');

app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  // A server of secrets lets no other origin read its answers: this page asks nobody.
  const webPreferences = { sandbox: true, webSecurity: false };
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences });
  void window.loadFile(join(__dirname, 'page.html'));
});
