/** A real OpenLDAP server with its own directory: users below `ou=people`, groups below `ou=groups`. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loginServer } from '../../build/setup/login-servers.mjs';
import { supervised } from '../../build/setup/supervised.mjs';
import { newPeople } from './login-people.ts';
import type { People } from './login-people.ts';
import { freePorts } from './ports.ts';
import { must } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';
import { PortTaken, temporaryFolder, untilReady, withFreshPorts } from './vault-process.ts';

const SUFFIX = 'dc=payments,dc=example';
const READER = `cn=vault,${SUFFIX}`;
const GROUP = 'payments';

export interface LdapServer {
  /** `ldap://127.0.0.1:PORT`. */
  readonly url: string;
  readonly people: People & { readonly alice: string; readonly bob: string };
  /** Group with Alice, without Bob. */
  readonly group: string;
  /** Enables `ldap` at `auth/<mount>` of a Vault that has the plugin; the group gets `policies`. */
  readonly enableAt: (
    vault: Reachable,
    mount: string,
    policies: readonly string[],
    description?: string,
  ) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts slapd on a free loopback port; `npm test` installs it. */
export async function startLdap(): Promise<LdapServer> {
  const installed = loginServer('slapd');
  if (installed === undefined) throw new Error('There is no slapd: `npm test` installs it.');
  const people = newPeople();
  const readerPassword = randomBytes(12).toString('hex');
  return withFreshPorts(async () => {
    const [port] = await freePorts(1);
    const folder = temporaryFolder('ldap');
    const database = join(folder.path, 'database');
    const [configuration, entries] = [join(folder.path, 'slapd.conf'), join(folder.path, 'people.ldif')];
    // A copy: at the original path, Ubuntu's AppArmor profile lets the program read only its own files.
    const slapd = join(folder.path, 'slapd');
    copyFileSync(installed, slapd);
    mkdirSync(database);
    writeFileSync(configuration, configurationOf(folder.path, database, readerPassword), { mode: 0o600 });
    writeFileSync(entries, directoryOf(people), { mode: 0o600 });
    // The program acts by its name: as `slapadd` it fills the database.
    await promisify(execFile)(slapd, ['-T', 'add', '-f', configuration, '-l', entries]);
    const url = `ldap://127.0.0.1:${String(port)}`;
    // -d keeps it in the foreground.
    const server = supervised(slapd, ['-h', url, '-f', configuration, '-d', 'stats'], { cwd: folder.path });
    const stop = async (): Promise<void> => {
      await server.stop();
      folder.remove();
    };
    try {
      // Logged once its listener is bound.
      await untilReady(server, () => Promise.resolve(server.log().includes('slapd starting')));
    } catch (error) {
      await stop();
      throw server.log().includes('Address already in use') ? new PortTaken(server.log()) : error;
    }
    return {
      url,
      people,
      group: GROUP,
      stop,
      enableAt: async (vault, mount, policies, description = '') => {
        await must(vault, 'POST', `sys/auth/${mount}`, { type: 'ldap', description });
        await must(vault, 'POST', `auth/${mount}/config`, {
          url,
          binddn: READER,
          bindpass: readerPassword,
          userdn: `ou=people,${SUFFIX}`,
          userattr: 'uid',
          groupdn: `ou=groups,${SUFFIX}`,
          groupattr: 'cn',
          groupfilter: '(member={{.UserDN}})',
          insecure_tls: false,
          starttls: false,
        });
        await must(vault, 'POST', `auth/${mount}/groups/${GROUP}`, { policies });
      },
    };
  });
}

function configurationOf(folder: string, database: string, readerPassword: string): string {
  const schema = ['/etc/ldap/schema', '/etc/openldap/schema']
    .map((each) => join(each, 'core.schema'))
    .find((file) => existsSync(file));
  if (schema === undefined) throw new Error('slapd is here without its core.schema.');
  // Plain files as database: every slapd has that backend built in, so that no module has to be found.
  return [
    `include ${schema}`,
    `pidfile ${folder}/slapd.pid`,
    `argsfile ${folder}/slapd.args`,
    'database ldif',
    `suffix "${SUFFIX}"`,
    `rootdn "${READER}"`,
    `rootpw ${readerPassword}`,
    `directory ${database}`,
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by dn.children="ou=people,' + SUFFIX + '" read by * none',
    '',
  ].join('\n');
}

function directoryOf(people: People): string {
  const unit = (name: string): string =>
    `dn: ou=${name},${SUFFIX}\nobjectClass: organizationalUnit\nou: ${name}\n`;
  const person = ([name, password]: readonly [string, string]): string =>
    `dn: uid=${name},ou=people,${SUFFIX}\nobjectClass: person\nobjectClass: uidObject\n` +
    `uid: ${name}\ncn: ${name}\nsn: ${name}\nuserPassword: ${password}\n`;
  return [
    `dn: ${SUFFIX}\nobjectClass: dcObject\nobjectClass: organization\ndc: payments\no: Payments\n`,
    unit('people'),
    unit('groups'),
    ...Object.entries(people).map(person),
    `dn: cn=${GROUP},ou=groups,${SUFFIX}\nobjectClass: groupOfNames\ncn: ${GROUP}\n` +
      `member: uid=alice,ou=people,${SUFFIX}\n`,
  ].join('\n');
}
