import { expect, it } from 'vitest';
import type { DestinationFacts, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { environmentBand } from './environment-band.ts';

const request: TrustedRequest = {
  kind: 'confirm',
  title: 'Revoke this token?',
  body: [],
  action: 'Revoke',
  destructive: true,
};
const destination: DestinationFacts = {
  name: 'Payments',
  address: 'https://vault.example',
  namespace: '',
  trust: { name: 'Certificate', value: '' },
  proxy: '',
  colour: 'violet',
};

it.each([
  ['Production', 'production'],
  ['the lab', 'own'],
])('says %s, by its word, colour and pattern', (name, kind) => {
  const band = environmentBand({ ...request, environment: { name, colour: 'violet' } });
  expect(band?.textContent).toBe(name);
  expect(band?.dataset).toMatchObject({ environment: kind, colour: 'violet' });
});

it('is known from where a token goes', () => {
  const login: TrustedRequest = {
    kind: 'enter-token',
    destination: { ...destination, environment: 'staging' },
  };
  expect(environmentBand(login)?.textContent).toBe('staging');
  expect(environmentBand({ kind: 'enter-token', destination })).toBeUndefined();
});

it('is not there where nothing is said of it, and hides nothing that a person wrote', () => {
  expect(environmentBand(request)).toBeUndefined();
  const turned = { ...request, environment: { name: 'a\u202eb', colour: 'red' } };
  expect(environmentBand(turned)?.textContent).toBe('a⟨U+202E⟩b');
});
