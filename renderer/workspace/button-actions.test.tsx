import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useActions } from './action-registry.ts';
import { listedActions } from './button-actions.ts';

const press = vi.fn<() => void>();
const labels = () => listedActions().map(({ label }) => label);

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true;
});
afterEach(() => {
  cleanup();
  press.mockClear();
});

describe('a button on screen', () => {
  it('is listed by its name and heading, and pressed when its line is run', () => {
    render(
      <section>
        <h2>Leases</h2>
        <Button onClick={press}>Renew</Button>
      </section>,
    );
    const [action] = listedActions();
    expect(action).toMatchObject({ label: 'Renew', group: 'Leases' });
    action?.run();
    expect(press).toHaveBeenCalledOnce();
  });

  it('says why it is disabled', () => {
    render(
      <Button disabled title="Your token may not revoke">
        Revoke
      </Button>,
    );
    expect(listedActions()).toMatchObject([{ disabled: true, reason: 'Your token may not revoke' }]);
  });

  it('is listed once where its screen offers the same with a key', () => {
    function Offering() {
      useActions(() => [{ id: 'refresh', label: 'Refresh', group: 'Test', key: 'refresh', run: press }]);
      return <Button>Refresh</Button>;
    }
    render(<Offering />);
    expect(listedActions()).toMatchObject([{ id: 'refresh' }]);
  });

  it('is listed once where the offer has dots and the button has none', () => {
    function Offering() {
      useActions(() => [{ id: 'share', label: 'Share…', group: 'Test', run: press }]);
      return <Button>Share</Button>;
    }
    render(<Offering />);
    expect(listedActions()).toMatchObject([{ id: 'share' }]);
  });

  it('of a menu stands for its items, which are listed while it is closed', () => {
    const items = [{ label: 'Copy as curl', onSelect: press }];
    render(<Menu trigger={<Button>Copy as</Button>} items={items} />);
    expect(labels()).toEqual(['Copy as curl']);
  });

  it('of a dialog or a tab is left out', () => {
    render(
      <>
        <div role="dialog">
          <Button>Cancel</Button>
        </div>
        <button role="tab">Keys</button>
      </>,
    );
    expect(labels()).toEqual([]);
  });

  it('of a table is listed for the row in use alone', () => {
    render(
      <div role="grid">
        <div role="row">
          <Button>Reveal user</Button>
        </div>
        <div role="row" aria-selected>
          <Button>Reveal password</Button>
        </div>
      </div>,
    );
    expect(labels()).toEqual(['Reveal password']);
  });

  it('of a list is left out where other items have the same', () => {
    render(
      <ul>
        {['one', 'two'].map((name) => (
          <li key={name}>
            <Button>Remove</Button>
            <Button>{`Open ${name}`}</Button>
          </li>
        ))}
      </ul>,
    );
    expect(labels()).toEqual(['Open one', 'Open two']);
  });
});
