/**
 * What the processes of an app ask the kernel to connect to or send to, all of them from the first instruction on, by
 * strace. Pages, Chromium's own services and main are the same to it.
 */
import { readFileSync } from 'node:fs';

/** Somebody whom a process has connected to or sent something to. */
export interface Contact {
  readonly pid: number;
  /** `127.0.0.1:8200` or `[::1]:8200` over IP, the path of a socket on this machine, or the family of anything else. */
  readonly to: string;
  readonly kind: 'ip' | 'local' | 'other';
  /** Something was sent; a datagram's socket that is only connected has sent nothing. */
  readonly sent: boolean;
}

/**
 * The command that runs a program and all that it starts, and writes down what they connect and send to, and with which
 * arguments programs are started; the program is the process that was started, not a child of strace.
 */
export function straced(file: string): readonly string[] {
  const calls = 'trace=connect,sendto,sendmsg,sendmmsg,execve';
  return ['strace', '-D', '-f', '--seccomp-bpf', '-qqq', '-yy', '-v', '-s', '256', '-e', calls, '-o', file];
}

/** Who was contacted so far; what goes over a TCP connection goes to whom it was connected to, and is not told again. */
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
