import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../e2e/attacks/hostile-texts.ts';
import { isDisplayName } from '../../shared/vault/display-name.ts';
import { makeNotifier } from './notifications.ts';
import type { NotificationClass } from './notifications.ts';

function notifications(supported = true) {
  const shown: { readonly title: string; readonly body: string; click: () => void; closed: boolean }[] = [];
  class Fake {
    static isSupported = (): boolean => supported;
    readonly #one: (typeof shown)[number];
    constructor(options: { readonly title: string; readonly body: string }) {
      this.#one = { ...options, click: () => undefined, closed: false };
    }
    on(_event: string, listener: () => void): this {
      this.#one.click = listener;
      return this;
    }
    show(): void {
      shown.push(this.#one);
    }
    close(): void {
      this.#one.closed = true;
    }
  }
  return { shown, notify: makeNotifier(Fake as unknown as NotificationClass) };
}

describe('makeNotifier', () => {
  it('shows a notice and hears its click', () => {
    const { shown, notify } = notifications();
    let chosen = 0;
    notify({ title: 'Payments', body: 'n1 was sealed.', chosen: () => (chosen += 1) });
    expect(shown).toMatchObject([{ title: 'Payments', body: 'n1 was sealed.' }]);
    shown[0]?.click();
    expect(chosen).toBe(1);
  });

  it('marks what nobody sees in whatever a server has named @marked', () => {
    const { shown, notify } = notifications();
    for (const text of hostileTexts)
      notify({ title: text, body: `${text} was sealed.`, chosen: () => undefined });
    expect(shown).toHaveLength(hostileTexts.length);
    expect(shown.filter(({ title, body }) => !isDisplayName(title + body))).toEqual([]);
    notify({ title: 'pay\u202estnem', body: 'n1\nn2', chosen: () => undefined });
    expect(shown.at(-1)).toMatchObject({ title: 'pay⟨U+202E⟩stnem', body: 'n1 n2' });
  });

  it('shows nothing where the system has none', () => {
    const { shown, notify } = notifications(false);
    notify({ title: 'Payments', body: 'n1 was sealed.', chosen: () => undefined });
    expect(shown).toEqual([]);
  });

  it('keeps the latest twenty', () => {
    const { shown, notify } = notifications();
    for (let at = 0; at < 25; at++) notify({ title: String(at), body: '', chosen: () => undefined });
    expect(shown.filter(({ closed }) => closed).map(({ title }) => title)).toEqual(['0', '1', '2', '3', '4']);
  });
});
