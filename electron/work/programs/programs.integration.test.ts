/** Programs ask by the real launcher over the real socket, and get values of a real server after a yes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { must, sharedServers, uniqueName } from '../../../e2e/servers/index.ts';
import { useTestApps } from '../../ipc/calls/test-apps.fixture.ts';
import { useProgramApps } from './programs.fixture.ts';

const { dev } = sharedServers();
const { newApp } = useTestApps();
const programApp = useProgramApps(newApp);
const mount = uniqueName('programs');

beforeAll(async () => {
  await must(dev, 'POST', `sys/mounts/${mount}`, { type: 'kv', options: { version: '2' } });
  await must(dev, 'POST', `${mount}/data/web`, { data: { password: 'p4-first', port: 5432 } });
  await must(dev, 'POST', `${mount}/data/web`, { data: { password: 'p4-second', port: 5432 } });
});

describe('run', () => {
  it('gives the values of references to the program alone, after a yes', async () => {
    const { app, launch, reference, folder } = await programApp(dev);
    writeFileSync(
      join(folder, '.env.strongroom'),
      `PASSWORD=${reference(`${mount}/web`, { key: 'password' })}\nPORT=${reference(`${mount}/web`, { key: 'port' })}\nMODE=test\n`,
    );
    app.answers.push('once');
    const end = await launch(['run', '--no-mask', '--', 'sh', '-c', 'echo $PASSWORD $PORT $MODE']);
    expect(end).toMatchObject({ code: 0, out: 'p4-second 5432 test\n', err: '' });
    expect(app.asked).toHaveLength(1);
    expect(app.crossed()).not.toContain('p4-second');
  });
});
