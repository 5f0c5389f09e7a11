import { afterEach, describe, expect, it } from 'vitest';
import { mountAt } from '../fixtures/session.fixture.ts';
import { takeFocusRequest, requestFocus } from './entry-focus.ts';

const place = { mount: mountAt('secret/'), path: 'a' };
const press = (init: KeyboardEventInit): boolean => window.dispatchEvent(new KeyboardEvent('keydown', init));

afterEach(() => {
  press({ key: 'Escape' });
});

describe('the focus that an opened entry is to get', () => {
  it('goes to that entry, once', () => {
    requestFocus(place);
    expect(takeFocusRequest({ ...place, path: 'b' })).toBe(false);
    expect(takeFocusRequest({ ...place })).toBe(true);
    expect(takeFocusRequest(place)).toBe(false);
  });

  it('stays where it is for whoever goes on meanwhile', () => {
    requestFocus(place);
    // The key that opened it is still held.
    press({ key: 'Enter', repeat: true });
    expect(takeFocusRequest(place)).toBe(true);
    for (const event of [new KeyboardEvent('keydown', { key: 'ArrowDown' }), new Event('pointerdown')]) {
      requestFocus(place);
      window.dispatchEvent(event);
      expect(takeFocusRequest(place)).toBe(false);
    }
  });
});
