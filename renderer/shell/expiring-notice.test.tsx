import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { CertificateFacts } from '../../shared/ipc/result.ts';
import { sampleSession } from '../fixtures/session.fixture.ts';
import { ExpiringNotice } from './expiring-notice.tsx';

afterEach(cleanup);

function endingInDays(days: number): CertificateFacts {
  const at = (offset: number): string => new Date(Date.now() + offset * 86_400_000 + 60_000).toISOString();
  return {
    subject: `CN=ends-in-${String(days)}`,
    issuer: 'CN=Root',
    names: [],
    validFrom: at(-90),
    validTo: at(days),
    sha256: `AB:${String(days)}`,
  };
}

it('says which ends first, how many more, and what to do about each', async () => {
  const session = sampleSession({
    expiring: [
      { whose: 'client', certificate: endingInDays(3) },
      { whose: 'server', certificate: endingInDays(20) },
    ],
  });
  render(<ExpiringNotice session={session} />);
  const notice = screen.getByRole('button', { name: 'Your client certificate expires in 3 d, 1 more' });
  expect(notice.dataset['tone']).toBe('warn');
  await userEvent.click(notice);
  const card = await screen.findByRole('dialog', { name: 'Expiring certificates' });
  expect(card.textContent).toContain('Ask for a new one and choose it here');
  expect(card.textContent).toContain('CN=ends-in-20');
});

it('is red when one has ended', () => {
  const session = sampleSession({ expiring: [{ whose: 'ca', certificate: endingInDays(-2) }] });
  render(<ExpiringNotice session={session} />);
  expect(screen.getByRole('button', { name: 'CA certificate expired 1 d ago' }).dataset['tone']).toBe(
    'danger',
  );
});

it('is not there while all are good', () => {
  const { container } = render(<ExpiringNotice session={sampleSession()} />);
  expect(container.textContent).toBe('');
});
