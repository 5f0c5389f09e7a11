/** A real FreeRADIUS server with its own configuration: users in a file, plain passwords (PAP), one client: us. */
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loginServer } from '../../build/setup/login-servers.mjs';
import { supervised } from '../../build/setup/supervised.mjs';
import { newPeople } from './login-people.ts';
import type { People } from './login-people.ts';
import { must } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';
import { PortTaken, temporaryFolder, untilReady, withFreshPorts } from './vault-process.ts';

export interface RadiusServer {
  readonly port: number;
  readonly people: People & { readonly alice: string; readonly bob: string };
  /** Enables `radius` at `auth/<mount>` of a Vault with the plugin; Alice gets `policies`, Bob the default one. */
  readonly enableAt: (vault: Reachable, mount: string, policies: readonly string[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts FreeRADIUS on a free loopback port; `npm test` installs it. */
export async function startRadius(): Promise<RadiusServer> {
  const program = loginServer('freeradius');
  if (program === undefined) throw new Error('There is no freeradius: `npm test` installs it.');
  const people = newPeople();
  const secret = randomBytes(16).toString('hex');
  return withFreshPorts(async () => {
    const port = await freeUdpPort();
    const folder = temporaryFolder('radius');
    const file = (name: string, text: string): void => {
      writeFileSync(join(folder.path, name), text, { mode: 0o600 });
    };
    const users = Object.entries(people).map(
      ([name, password]) => `${name} Cleartext-Password := "${password}"\n`,
    );
    file('users', users.join('\n'));
    file('radiusd.conf', configurationOf(folder.path, port, secret));
    const server = supervised(program, ['-f', '-l', 'stdout', '-d', folder.path, '-n', 'radiusd'], {
      cwd: folder.path,
    });
    const stop = async (): Promise<void> => {
      await server.stop();
      folder.remove();
    };
    try {
      await untilReady(server, () => Promise.resolve(server.log().includes('Ready to process requests')));
    } catch (error) {
      await stop();
      throw server.log().includes('Address already in use') ? new PortTaken(server.log()) : error;
    }
    return {
      port,
      people,
      stop,
      enableAt: async (vault, mount, policies) => {
        await must(vault, 'POST', `sys/auth/${mount}`, { type: 'radius' });
        await must(vault, 'POST', `auth/${mount}/config`, {
          host: '127.0.0.1',
          port,
          secret,
          dial_timeout: 10,
          read_timeout: 10,
        });
        await must(vault, 'POST', `auth/${mount}/users/alice`, { policies: policies.join(',') });
      },
    };
  });
}

function configurationOf(folder: string, port: number, secret: string): string {
  const libraries = ['/usr/lib/freeradius', '/usr/lib64/freeradius'].find((each) => existsSync(each)) ?? '';
  return `
name = radiusd
raddbdir = ${folder}
logdir = ${folder}
run_dir = ${folder}
libdir = ${libraries}
pidfile = ${folder}/radiusd.pid
log {
  destination = stdout
}
modules {
  pap {
  }
  files {
    usersfile = ${folder}/users
  }
}
client vault {
  ipaddr = 127.0.0.1
  secret = ${secret}
  require_message_authenticator = no
}
server default {
  listen {
    type = auth
    ipaddr = 127.0.0.1
    port = ${String(port)}
  }
  authorize {
    files
    pap
  }
  authenticate {
    pap
  }
}
`;
}

/** A UDP port that was free a moment ago. */
function freeUdpPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => {
        resolve(port);
      });
    });
  });
}
