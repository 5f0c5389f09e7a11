import { describe, expect, it } from 'vitest';
import { isPlain } from './plain-answers.ts';

describe('isPlain', () => {
  it.each([
    ['LIST', 'secret/metadata/'],
    ['GET', 'sys/seal-status'],
    ['GET', 'sys/policies/acl/app'],
    ['GET', 'sys/mounts/secret/tune'],
    ['POST', 'auth/token/lookup'],
    ['GET', 'auth/token/lookup-self'],
    ['POST', 'sys/wrapping/lookup'],
  ] as const)('%s %s is', (method, path) => {
    expect(isPlain(method, path)).toBe(true);
  });

  it.each([
    ['GET', 'secret/data/sys/mounts'],
    ['GET', 'old/app'],
    ['POST', 'sys/wrapping/unwrap'],
    ['GET', 'sys/raw/core'],
    ['POST', 'sys/tools/random'],
    ['GET', 'sys/mountsx'],
    ['GET', 'cubbyhole/auth/token/lookup'],
    ['POST', 'auth/token/create'],
    ['GET', 'database/creds/report'],
  ] as const)('%s %s is not', (method, path) => {
    expect(isPlain(method, path)).toBe(false);
  });
});
