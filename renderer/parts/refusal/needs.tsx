import css from './refusal.module.css';

export interface Needed {
  readonly capability: string;
  readonly path: string;
  readonly sudo: boolean;
  /** A write to an engine, which needs `create` for a new path. */
  readonly either?: boolean;
}

/** One sentence: the missing capability and its path. */
export function Needs({ capability, path, sudo, title }: Needed & { readonly title?: string | undefined }) {
  return (
    <div role="alert">
      {title !== undefined && <p className={css['title']}>{title}</p>}
      <p className={title === undefined ? css['title'] : undefined} data-selectable>
        Needs <strong>{capability === '' ? 'another capability' : capability}</strong>
        {sudo && (
          <>
            {' '}
            and <strong>sudo</strong>
          </>
        )}{' '}
        on <code>{path}</code>
      </p>
    </div>
  );
}

/** Policy line that would grant it. */
export function ruleFor({ capability, path, sudo, either = false }: Needed): string {
  const names = [...(either ? ['create'] : []), capability, ...(sudo ? ['sudo'] : [])];
  const listed = names.map((one) => `"${one}"`).join(', ');
  return `path "${path.replace(/["\\]/g, '\\$&')}" { capabilities = [${listed}] }`;
}
