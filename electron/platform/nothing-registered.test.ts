/**
 * The app starts only by the user and cannot be reached by a link of a web page: it registers nothing with the
 * system.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageConfig } from '../../build/electron-builder.mjs';
import { root } from '../../build/setup/places.mjs';
import { sources } from '../../build/testing/texts.mjs';

const registering =
  /setAsDefaultProtocolClient|setLoginItemSettings|setAppUserModelTasks|setJumpList|setUserTasks|open-url|autostart/i;

it('no source registers a protocol, a start at login or tasks', () => {
  const found = sources().filter((file) => registering.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

it('no package does, nor its entry in the menu', () => {
  const config = packageConfig({
    electronDist: '',
    electronVersion: '1.0.0',
    output: '',
    forTesting: false,
    identity: { version: '1.2.3', commit: '', tag: 'v1.2.3', epoch: 1 },
    homepage: undefined,
    maintainer: undefined,
  });
  expect(JSON.stringify(config)).toContain('Vault client');
  expect(JSON.stringify(config)).not.toMatch(
    /"protocols"|x-scheme-handler|MimeType|fileAssociations|autostart/i,
  );
});
