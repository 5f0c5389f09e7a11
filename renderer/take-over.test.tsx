import { act, cleanup } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { takeOver } from './take-over.ts';

afterEach(cleanup);

function Form() {
  const [typed, setTyped] = useState({ address: '', namespace: '' });
  return (
    <>
      {(['address', 'namespace'] as const).map((name) => (
        <input
          key={name}
          aria-label={name}
          value={typed[name]}
          onChange={({ target: { value } }) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <output>{JSON.stringify(typed)}</output>
    </>
  );
}

it('gives a text to its own field even if React draws the screen anew', () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = '<p>another screen</p><input aria-label="address"><input aria-label="namespace">';
  const [, namespace] = root.querySelectorAll('input');
  if (namespace === undefined) throw new Error('The page has two fields.');
  namespace.focus();
  namespace.value = 'team';
  act(() => takeOver(root, () => void hydrateRoot(root, <Form />, { onRecoverableError: () => undefined })));
  expect(namespace.isConnected).toBe(false);
  expect(root.querySelector('output')?.textContent).toBe('{"address":"","namespace":"team"}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('namespace');
});
