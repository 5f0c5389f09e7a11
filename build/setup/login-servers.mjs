/** Directory servers for login tests: their locations on this machine, which most PATHs lack. */
import { existsSync } from 'node:fs';
import { onPath } from './places.mjs';

const PLACES = {
  slapd: ['/usr/sbin/slapd', '/usr/libexec/slapd', '/usr/lib/openldap/slapd', '/usr/libexec/openldap/slapd'],
  freeradius: ['/usr/sbin/freeradius', '/usr/sbin/radiusd'],
};

/**
 * Path of a server's program; undefined if not installed.
 * @param {keyof typeof PLACES} name
 */
export function loginServer(name) {
  return PLACES[name].find((file) => existsSync(file)) ?? onPath(name);
}
