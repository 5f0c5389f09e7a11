// The reference of open-7000-keys: a page of this Electron that only fetches, parses and paints.
const { app, BrowserWindow } = require('electron');
const { join } = require('node:path');

app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  // Vault's responses are not readable across origins: this page skips that check.
  const webPreferences = { sandbox: true, webSecurity: false };
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences });
  void window.loadFile(join(__dirname, 'page.html'));
});
