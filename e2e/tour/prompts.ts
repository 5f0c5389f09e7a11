/** The tour's pictures of rare prompts: every kind, with usual and with far too long content. */
import type { Page } from '@playwright/test';
import {
  firstContact,
  info,
  notEncrypted,
  notice,
  notVerified,
  risk,
} from '../../shared/ipc/prompt-notes.ts';
import type { DestinationFacts, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import type { LaunchedApp } from '../steps/app.ts';
import { drawInstead, resizeTo } from '../steps/prompt-steps.ts';
import type { TakePicture } from './sizes.ts';

const sha256 = Array.from({ length: 32 }, (_, at) => (at * 7 + 16).toString(16).toUpperCase()).join(':');
const certificate = {
  subject: 'CN=vault.payments.example',
  issuer: 'CN=Payments CA',
  names: [],
  sha256,
  validFrom: '2026-01-01T00:00:00Z',
  validTo: '2027-11-20T00:00:00Z',
};
const destination: DestinationFacts = {
  name: 'Payments (production)',
  address: 'https://vault.payments.example:8200',
  namespace: 'team-a',
  trust: { name: 'Certificate', value: 'verified by CA file payments-ca.pem', prose: true },
  proxy: '',
  colour: 'red',
  certificate,
};
const warned: DestinationFacts = {
  ...destination,
  trust: { name: 'Certificate', value: 'not verified', prose: true, notice: true },
  proxy: 'http://proxy.example:3128',
  notes: [
    notVerified,
    risk('The certificate changed since your last login; compare its SHA-256 with the server operator’s.'),
    notice(
      '“Payments” was another server until now: https://vault.other.example:8200. Log in only if you know why it changed.',
    ),
  ],
};
const path = `secret/${'a-very-long-folder/'.repeat(215)}api-gateway`;

/** A prompt of each kind, by the name of its picture. */
export const prompts: Readonly<Record<string, TrustedRequest>> = {
  'enter-token': { kind: 'enter-token', destination },
  'enter-token-warned': { kind: 'enter-token', destination: warned, problem: 'permission denied' },
  'enter-token-renewed': {
    kind: 'enter-token',
    destination: {
      ...destination,
      notes: [info('Certificate renewed by the same issuer.')],
    },
  },
  'enter-token-first': {
    kind: 'enter-token',
    destination: {
      name: 'Payments (production)',
      address: 'http://vault.payments.example:8200',
      namespace: '',
      trust: { name: 'Connection security', value: 'none (http)', prose: true, notice: true },
      proxy: '',
      colour: 'red',
      notes: [notEncrypted, firstContact.first],
    },
  },
  'confirm-token': { kind: 'confirm-token', destination, tokenFrom: '~/.vault-token' },
  confirm: {
    kind: 'confirm',
    title: 'Destroy 2 versions?',
    action: 'Destroy 2 versions',
    destructive: true,
    facts: [
      { name: 'Entry', value: 'secret/apps/api-gateway' },
      { name: 'Versions', value: '3, 4', prose: true },
      { name: 'Request', value: 'POST /v1/secret/destroy/apps/api-gateway' },
      { name: 'Server', value: 'Payments · https://vault.payments.example:8200', prose: true },
    ],
    body: ['The values of destroyed versions cannot be brought back.'],
    typedName: 'secret/apps/api-gateway',
  },
  'confirm-long': {
    kind: 'confirm',
    title: 'Send this request?',
    action: 'Send DELETE',
    destructive: true,
    facts: [
      { name: 'Request', value: `DELETE /v1/${path}` },
      { name: 'Server', value: 'Payments · https://vault.payments.example:8200', prose: true },
    ],
    body: ['The entry is deleted with all its versions and metadata. This cannot be undone.'],
    typedName: path,
  },
  'confirm-sent': {
    kind: 'confirm',
    title: 'Send this request?',
    action: 'Send POST',
    destructive: false,
    chord: true,
    facts: [
      { name: 'Request', value: 'POST /v1/auth/approle/role/deploy' },
      { name: 'Server', value: 'Payments · https://vault.payments.example:8200', prose: true },
    ],
    body: ['This changes who can log in here, and their permissions.'],
    fields: [
      {
        name: 'token_policies',
        lines: [
          { kind: 'removed', text: 'read-only' },
          { kind: 'added', text: 'deploy' },
          { kind: 'added', text: 'pаyments' },
        ],
      },
      {
        name: 'token_ttl',
        lines: [
          { kind: 'removed', text: '300' },
          { kind: 'added', text: '1h' },
        ],
      },
      { name: 'note', lines: [{ kind: 'added', text: 'turned \u202etxet' }] },
      {
        name: 'secret_id_bound_cidrs',
        lines: Array.from({ length: 14 }, (_, at) => ({ kind: 'added', text: `10.${String(at)}.0.0/16` })),
      },
      { name: 'secret_key', lines: [{ kind: 'added', text: '[credential]' }] },
    ],
  },
  'confirm-changes': {
    kind: 'confirm',
    title: 'Change this policy?',
    action: 'Save policy',
    destructive: false,
    chord: true,
    facts: [
      { name: 'Policy', value: 'deploy' },
      { name: 'Changes', value: '1 line added, 1 line removed', prose: true },
      { name: 'Server', value: 'Payments · https://vault.payments.example:8200', prose: true },
    ],
    notes: [risk('Error in line 3: “raed” is not a capability.')],
    body: ['Takes effect immediately. The server keeps no earlier version.'],
    changes: {
      lines: [
        { kind: 'removed', text: '  capabilities = ["read"]' },
        { kind: 'added', text: '  capabilities = ["raed", "sudo"]\u200b' },
      ],
      added: 1,
      removed: 1,
    },
  },
  'confirm-many-facts': {
    kind: 'confirm',
    title: 'Revoke 200 tokens?',
    action: 'Revoke 200 tokens',
    destructive: true,
    facts: Array.from({ length: 200 }, (_, at) => ({ name: `Token ${at}`, value: `accessor-${at}` })),
    body: ['Every token they have created ends with them.', 'This cannot be undone.'],
  },
  'confirm-trust': {
    kind: 'confirm-trust',
    title: 'Change trust settings?',
    name: destination.name,
    colour: 'red',
    action: 'Save connection',
    notes: [notice('Closes the open session and discards what is not saved there.')],
    changes: Array.from({ length: 12 }, (_, at) => ({
      what: `Setting ${at}`,
      before: at % 2 === 0 ? `old ${at}` : '',
      after: `new ${at}`,
    })),
  },
  contact: {
    kind: 'confirm-trust',
    title: 'Contact this server?',
    name: 'unsaved connection',
    colour: 'grey',
    changes: [
      { what: 'Server', before: '', after: 'https://vault.payments.example:8200' },
      { what: 'Namespace', before: '', after: 'team-a' },
      { what: 'Proxy', before: '', after: 'http://proxy.example:3128' },
      { what: 'Certificate', before: '', after: 'not verified', prose: true, notice: true },
      { what: 'Extra headers', before: '', after: 'X-Gateway-Key' },
    ],
    notes: [notVerified, firstContact.first],
    action: 'Contact server',
  },
  certificate: {
    kind: 'confirm-trust',
    title: 'Trust this certificate?',
    name: 'unsaved connection',
    colour: 'grey',
    certificate,
    action: 'Trust certificate',
    changes: [{ what: 'Server', before: '', after: 'https://vault.payments.example:8200' }],
    notes: [
      notVerified,
      info('Compare the SHA-256 with the server operator’s. Nothing secret has been sent yet.'),
    ],
  },
  'enter-passphrase': { kind: 'enter-passphrase', fileName: 'client-key.pem' },
  'enter-fields': {
    kind: 'enter-fields',
    title: 'Log in with user name and password',
    destination,
    action: 'Log in',
    facts: [{ name: 'Auth method', value: 'auth/userpass/' }],
    intro: [],
    fields: [
      { name: 'username', label: 'User name', secret: false, value: 'ops' },
      { name: 'password', label: 'Password', secret: true },
      { name: 'totp', label: 'Passcode', secret: true, optional: true, hint: 'Six digits.' },
    ],
  },
  wait: {
    kind: 'wait',
    title: 'Confirm on your phone',
    code: '42',
    lines: ['Choose this number in Okta Verify:'],
  },
  'show-secret': {
    kind: 'show-secret',
    title: 'Token',
    note: '95 characters. Anyone who reads it can use it.',
    secret: `hvs.${'CAESIJ0123456789'.repeat(6)}`.slice(0, 95),
  },
  'choose-mark': { kind: 'choose-mark', mark: { phrase: 'amber kettle orbit maple', picture: '9c3a5e71' } },
};

/** Pictures of every kind in both sizes, drawn in a prompt that is already open. */
export async function tourPrompts(launched: LaunchedApp, trusted: Page, picture: TakePicture): Promise<void> {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 960, height: 600 },
  ]) {
    await resizeTo(launched, trusted, size);
    for (const [name, request] of Object.entries(prompts)) {
      await drawInstead(launched, trusted, request, name === 'enter-token');
      await picture(launched, `prompt-${name}-${size.width}`, trusted);
    }
  }
}
