import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { OpenField } from './open-field.tsx';

afterEach(cleanup);

const field = <OpenField label="Filter" text="" onText={() => undefined} onEnter={() => undefined} />;

it('takes the focus when its screen is shown', () => {
  render(
    <>
      <button autoFocus>elsewhere</button>
      {field}
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

it('leaves it in a dialog that was opened while the screen was loading, but takes it from one that fades out', () => {
  const dialog = (state: object) => (
    <div role="dialog" aria-label="Palette" {...state}>
      <input autoFocus aria-label="typed" />
    </div>
  );
  const { rerender } = render(dialog({}));
  rerender(
    <>
      {dialog({})}
      {field}
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  cleanup();
  render(dialog({ 'data-closed': '' }));
  screen.getByRole('textbox').focus();
  render(field);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});
