/**
 * The ways to revoke a token (vault-http-facts 6.12), each with what dies. A token cannot be revoked without its children
 * by its accessor: the server has no such operation, so it is never among them.
 */
export interface RevokeForm {
  readonly name: 'self' | 'self-orphan' | 'tree' | 'orphan' | 'accessor';
  readonly by: 'self' | 'secret' | 'accessor';
  readonly orphan: boolean;
  readonly label: string;
  /** What dies with it, and what it takes. */
  readonly dies: string;
}

const tree =
  'Every token that it has made ends too, theirs as well, and with each of them all its leases: database users, cloud keys, certificates.';
const alone =
  'The tokens that it has made live on as orphans; its own leases end. It needs sudo on auth/token/revoke-orphan.';
const session = 'This session can do nothing more until you log in again; tabs and unsaved edits stay.';

/** What can be chosen for a token: by what is known of it. */
export function revokeForms({
  mine,
  valueKnown,
  hasAccessor,
}: {
  readonly mine: boolean;
  readonly valueKnown: boolean;
  readonly hasAccessor: boolean;
}): readonly RevokeForm[] {
  if (mine)
    return [
      {
        name: 'self',
        by: 'self',
        orphan: false,
        label: 'My token and everything below it',
        dies: `${tree} ${session}`,
      },
      {
        name: 'self-orphan',
        by: 'self',
        orphan: true,
        label: 'Only my token',
        dies: `${alone} ${session}`,
      },
    ];
  return [
    ...(valueKnown
      ? [
          {
            name: 'tree',
            by: 'secret',
            orphan: false,
            label: 'The token and everything below it',
            dies: tree,
          } as const,
          { name: 'orphan', by: 'secret', orphan: true, label: 'Only the token', dies: alone } as const,
        ]
      : []),
    ...(hasAccessor
      ? [
          {
            name: 'accessor',
            by: 'accessor',
            orphan: false,
            label: 'By its accessor, with everything below it',
            dies: `${tree} It needs update on auth/token/revoke-accessor.`,
          } as const,
        ]
      : []),
  ];
}
