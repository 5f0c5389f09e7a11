import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contactsIn } from './system-calls.ts';

it('reads who was contacted from what strace writes, also of calls that it writes in two parts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-strace-'));
  const file = join(folder, 'calls');
  const lines = [
    '21 execve("/bin/x", ["x", "{sa_family=AF_INET"], ["A=b"]) = 0',
    '21 connect(3, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file)',
    '21 connect(3, {sa_family=AF_UNIX, sun_path=@"/tmp/.X11-unix/X9"}, 20 <unfinished ...>',
    '22 connect(5, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.53")}, 16) = 0',
    '21 <... connect resumed>)            = 0',
    '22 connect(5, {sa_family=AF_INET6, sin6_port=htons(80), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28) = 0',
    '23 sendto(3, "x", 1, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 1',
    '23 <... sendmmsg resumed>[{msg_hdr={msg_name={sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("10.0.0.9")}, msg_namelen=16}}], 1, 0) = 1',
    '24 sendto(3<UDP:[10.0.0.1:4->10.0.0.53:53]>, "x", 1, MSG_NOSIGNAL, NULL, 0) = 1',
    '24 sendto(3<UDPv6:[[2001:db8::2]:4->[2001:db8::1]:443]>, "x", 1, 0, NULL, 0 <unfinished ...>',
    '23 sendto(4<TCP:[10.0.0.1:4->10.0.0.2:80]>, "x", 1, 0, NULL, 0) = 1',
    '23 sendmsg(4, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base="x", iov_len=1}]}, 0) = 1',
  ];
  writeFileSync(file, lines.join('\n'));
  expect(contactsIn(file)).toEqual([
    { pid: 21, to: '/var/run/nscd/socket', kind: 'local', sent: false },
    { pid: 21, to: '/tmp/.X11-unix/X9', kind: 'local', sent: false },
    { pid: 22, to: '10.0.0.53:53', kind: 'ip', sent: false },
    { pid: 22, to: '[::1]:80', kind: 'ip', sent: false },
    { pid: 23, to: 'AF_NETLINK', kind: 'other', sent: true },
    { pid: 23, to: '10.0.0.9:9', kind: 'ip', sent: true },
    { pid: 24, to: '10.0.0.53:53', kind: 'ip', sent: true },
    { pid: 24, to: '[2001:db8::1]:443', kind: 'ip', sent: true },
  ]);
  rmSync(folder, { recursive: true });
});
