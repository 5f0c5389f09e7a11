/**
 * Connect and send calls of an app's processes to the kernel, all of them from the first instruction on, by strace.
 * It treats pages, Chromium's own services and main alike.
 */
import { readFileSync } from 'node:fs';

/** An address that a process has connected or sent to. */
export interface Contact {
  readonly pid: number;
  /** `127.0.0.1:8200` or `[::1]:8200` over IP, the path of a local socket, or the address family of anything else. */
  readonly to: string;
  readonly kind: 'ip' | 'local' | 'other';
  /** True if data was sent; a datagram socket that is only connected has sent none. */
  readonly sent: boolean;
}

/**
 * Command that runs a program with all its children, and records their connections, sends and the arguments of
 * started programs; the program itself is the started process, not a child of strace.
 */
export function straced(file: string): readonly string[] {
  const calls = 'trace=connect,sendto,sendmsg,sendmmsg,execve';
  return ['strace', '-D', '-f', '--seccomp-bpf', '-qqq', '-yy', '-v', '-s', '256', '-e', calls, '-o', file];
}

/** Contacts so far; sends over a TCP connection are not reported again, as they go to its peer. */
export function contactsIn(file: string): readonly Contact[] {
  return readFileSync(file, 'latin1')
    .split('\n')
    .flatMap((line) => contactsOf(line));
}

function contactsOf(line: string): readonly Contact[] {
  const [, process = '', call = ''] = /^(\d+) +(?:<\.\.\. )?(\w+)/.exec(line) ?? [];
  if (!['connect', 'sendto', 'sendmsg', 'sendmmsg'].includes(call)) return [];
  const own = { pid: Number(process), sent: call !== 'connect' };
  const connected = /^\d+ +\w+\(\d+<UDP(?:v6)?:\[[^>]*->(.+?)\]>/.exec(line)?.[1];
  if (own.sent && connected !== undefined) return [{ ...own, to: connected, kind: 'ip' }];
  return [...line.matchAll(/\{sa_family=(AF_\w+)([^}]*)\}/g)].map(([, family = '', rest = '']) => {
    const host = /inet_(?:addr|pton)\((?:AF_INET6?, )?"([^"]*)"/.exec(rest)?.[1] ?? '';
    const port = /_port=htons\((\d+)\)/.exec(rest)?.[1] ?? '';
    const path = /sun_path=@?"([^"]*)"/.exec(rest)?.[1];
    if (family === 'AF_INET') return { ...own, to: `${host}:${port}`, kind: 'ip' };
    if (family === 'AF_INET6') return { ...own, to: `[${host}]:${port}`, kind: 'ip' };
    return family === 'AF_UNIX'
      ? { ...own, to: path ?? '', kind: 'local' }
      : { ...own, to: family, kind: 'other' };
  });
}
