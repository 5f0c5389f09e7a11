/** The directory servers that tests log in through: where this machine keeps them. They lie outside of most PATHs. */
import { existsSync } from 'node:fs';
import { onPath } from './places.mjs';

const PLACES = {
  slapd: ['/usr/sbin/slapd', '/usr/libexec/slapd', '/usr/lib/openldap/slapd', '/usr/libexec/openldap/slapd'],
  freeradius: ['/usr/sbin/freeradius', '/usr/sbin/radiusd'],
};

/**
 * The program of a server; undefined where it is not installed.
 * @param {keyof typeof PLACES} name
 */
export function loginServer(name) {
  return PLACES[name].find((file) => existsSync(file)) ?? onPath(name);
}
