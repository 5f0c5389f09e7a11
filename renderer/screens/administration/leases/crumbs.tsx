import css from './leases.module.css';

export interface CrumbsProps {
  /** Empty, or with a trailing slash. */
  readonly prefix: string;
  readonly onPrefix: (prefix: string) => void;
}

/** Breadcrumb of the current prefix, with links up. */
export function Crumbs({ prefix, onPrefix }: CrumbsProps) {
  const parts = prefix.split('/').slice(0, -1);
  return (
    <nav className={css['crumbs']} aria-label="Prefix">
      <button type="button" onClick={() => onPrefix('')} disabled={prefix === ''}>
        All leases
      </button>
      {parts.map((part, at) => {
        const to = `${parts.slice(0, at + 1).join('/')}/`;
        return (
          <button key={to} type="button" disabled={to === prefix} onClick={() => onPrefix(to)}>
            {part}/
          </button>
        );
      })}
    </nav>
  );
}
