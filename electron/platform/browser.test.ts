import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../shared/ipc/result.ts';
import { makeBrowserOpener } from './browser.ts';

async function outcomeOf(url: string, fails = false): Promise<string> {
  const opened: string[] = [];
  const open = makeBrowserOpener((page) => {
    opened.push(page);
    return fails ? Promise.reject(new Error('no browser')) : Promise.resolve();
  });
  try {
    await open(url);
    return opened.join();
  } catch (failure) {
    const kind = failure instanceof AppFailure ? failure.error.kind : 'other';
    return `${kind} ${opened.length}`;
  }
}

describe('the system’s browser', () => {
  it.each([
    ['https://id.example/auth?state=a%20b&x=1', 'https://id.example/auth?state=a%20b&x=1'],
    ['HTTPS://ID.example', 'https://id.example/'],
    ['http://localhost:8200/ui', 'http://localhost:8200/ui'],
    ['http://127.0.0.1:9/x', 'http://127.0.0.1:9/x'],
    ['http://[::1]:9/x', 'http://[::1]:9/x'],
  ])('opens %s', async (url, opened) => {
    expect(await outcomeOf(url)).toBe(opened);
  });

  it.each([
    '',
    'id.example',
    'http://id.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'ms-msdt:/id PCWDiagnostic',
    'smb://host/share',
    '--version',
    ' ',
  ])('is not given %j', async (url) => {
    expect(await outcomeOf(url)).toBe('invalid-input 0');
  });

  it('that cannot be opened is told', async () => {
    expect(await outcomeOf('https://id.example', true)).toBe('internal 1');
  });
});
