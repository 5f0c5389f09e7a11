import { expect, it } from 'vitest';
import { listableFolders } from './listable-folders.ts';

const path = (of: string, ...methods: readonly ('GET' | 'LIST' | 'POST')[]) => ({
  path: of,
  methods,
  summary: '',
});

it('finds what can be listed below a mount, and nothing that mints or that needs a name', () => {
  expect(
    listableFolders(
      [
        path('auth/userpass/users/', 'LIST'),
        path('auth/userpass/users/{username}', 'GET', 'POST'),
        path('auth/other/users/', 'LIST'),
        path('auth/userpass/groups', 'LIST', 'GET'),
        path('auth/userpass/role/{name}/secret-id/', 'LIST'),
        path('auth/userpass/creds/', 'LIST'),
      ],
      'auth/userpass/',
    ),
  ).toEqual(['groups/', 'users/']);
});
