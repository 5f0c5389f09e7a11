import { describe, expect, it } from 'vitest';
import { isLoopback, travelsInTheClear } from './loopback.ts';

describe('an address of this machine', () => {
  it.each([
    ['http://127.0.0.1:8200', true],
    ['https://127.0.0.1', true],
    ['http://127.1', true],
    ['http://2130706433:8200', true],
    ['http://0x7f.0.0.1', true],
    ['http://127.255.255.254', true],
    ['http://localhost:8200', true],
    ['https://LOCALHOST', true],
    ['http://[::1]:8200', true],
    ['http://[0:0:0:0:0:0:0:1]', true],
    // Resolved by name, so a resolver can return another address.
    ['http://vault.localhost:8200', false],
    ['http://localhost.:8200', false],
    ['http://localhost.example.com', false],
    ['http://127.0.0.1.example.com', false],
    ['http://127.0.0.1@example.com', false],
    ['http://[::ffff:127.0.0.1]', false],
    ['http://0.0.0.0:8200', false],
    ['http://128.0.0.1', false],
    ['http://vault.example.com', false],
    ['ftp://127.0.0.1', false],
    ['127.0.0.1:8200', false],
    ['', false],
  ])('%s: %s', (address, expected) => {
    const origin = URL.canParse(address) ? new URL(address).origin : address;
    expect(isLoopback(origin)).toBe(expected);
    // A text that is not an origin counts as remote, never as this machine.
    if (origin !== address && isLoopback(address)) expect(expected).toBe(true);
  });
});

describe('an address in its normal form', () => {
  it.each([
    ['http://127.0.0.1:8200/team-a/vault', true],
    ['https://[::1]/vault', true],
    ['unix:///run/vault.sock', true],
    ['http://127.0.0.1.example.com/vault', false],
    ['http://127.0.0.1@example.com/vault', false],
    ['http://gateway.example.com/127.0.0.1', false],
    ['unix://run/vault.sock', false],
  ])('%s: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});

describe('what leaves this machine in the clear', () => {
  it.each([
    ['http://127.0.0.1:8200', '', false],
    ['http://127.0.0.1:8200', 'http://127.0.0.1:3128', false],
    ['http://127.0.0.1:8200', 'http://proxy.example.com:3128', true],
    ['http://localhost:8200', 'http://10.0.0.1:3128', true],
    ['http://vault.example.com', '', true],
    ['http://vault.example.com/team-a/vault', '', true],
    ['http://127.0.0.1:8200/team-a/vault', '', false],
    ['unix:///run/vault.sock', '', false],
    ['http://vault.localhost', '', true],
    ['http://vault.example.com', 'http://127.0.0.1:3128', true],
    ['https://vault.example.com', 'http://proxy.example.com:3128', false],
  ])('%s through %j: %s', (origin, proxy, expected) => {
    expect(travelsInTheClear(origin, proxy)).toBe(expected);
  });
});
