/**
 * The app starts only by the user, and itself registers nothing with the system. The one thing that its packages
 * register is the scheme of links to entries; such a link is only shown (`core/connection/asked-links.ts`).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linkScheme } from '../../build/packaging/share-files.mjs';
import { packageConfig } from '../../build/electron-builder.mjs';
import { root } from '../../build/setup/places.mjs';
import { sources } from '../../build/testing/texts.mjs';
import { referenceScheme } from '../../shared/vault/reference.ts';

const registering =
  /setAsDefaultProtocolClient|setLoginItemSettings|setAppUserModelTasks|setJumpList|setUserTasks|open-url|autostart/i;

it('no source registers a protocol, a start at login or tasks', () => {
  const found = sources().filter((file) => registering.test(readFileSync(join(root, file), 'utf8')));
  // Hears links on macOS.
  expect(found).toEqual(['electron/start/second-starts.ts']);
  const text = readFileSync(join(root, 'electron/start/second-starts.ts'), 'utf8');
  expect(text.match(new RegExp(registering, 'gi'))).toEqual(['open-url']);
});

it('packages register the scheme of links, and nothing else @program-links', () => {
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
  const { protocols, ...others } = config;
  expect(protocols).toEqual([{ name: 'Link to an entry', schemes: ['strongroom'] }]);
  expect(`${linkScheme}://`).toBe(referenceScheme);
  expect(JSON.stringify(others)).not.toMatch(
    /"protocols"|x-scheme-handler|MimeType|fileAssociations|autostart/i,
  );
});
