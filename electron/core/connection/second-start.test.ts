import { expect, it } from 'vitest';
import { addressIn, handedOver, linkIn } from './second-start.ts';

it.each(['https://vault.example:8200', ' http://127.0.0.1:8200 ', 'https://[::1]:8200'])(
  'takes the address %s of a second start',
  (address) => {
    expect(addressIn(structuredClone(handedOver(address, '')))).toBe(address.trim());
  },
);

it.each([
  undefined,
  null,
  'https://vault.example',
  7,
  [],
  {},
  { connectTo: 7 },
  { connectTo: ['https://vault.example'] },
  { connectTo: '' },
  { connectTo: 'javascript:alert(1)' },
  { connectTo: 'file:///etc/passwd' },
  { connectTo: 'https://user:password@vault.example' },
  { connectTo: 'https://vault.example\u202e' },
  { connectTo: 'https://vault.example\nhttps://other.example' },
  { connectTo: `https://${'a'.repeat(600)}.example` },
  Object.create({ connectTo: 'https://vault.example' }),
])('takes nothing of %j', (data) => {
  expect(addressIn(data)).toBeUndefined();
});

it('takes the link of a second start @program-links', () => {
  const link = 'strongroom://payments/secret/apps/web#password';
  expect(linkIn(structuredClone(handedOver('', link)))).toBe(link);
  expect(addressIn(handedOver('', link))).toBeUndefined();
});

it.each([
  ...[undefined, null, 'strongroom://c/s/a', 7, [], {}, { link: 7 }, { link: ['strongroom://c/s/a'] }],
  ...[{ link: '' }, { link: 'https://vault.example' }],
  Object.create({ link: 'strongroom://c/s/a' }),
])('takes no link of %j @program-links', (data) => {
  expect(linkIn(data)).toBeUndefined();
});

it('takes no link that is too long to show @program-links', () => {
  expect(linkIn({ link: `strongroom://c/${'a'.repeat(5_000)}` })).toBeUndefined();
});
