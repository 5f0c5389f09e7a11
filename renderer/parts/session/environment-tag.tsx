import type { SessionView } from '../../../shared/ipc/contract.ts';
import { kindOfEnvironment } from '../../../shared/vault/connection.ts';
import { classes } from '../../ui/classes.ts';
import css from './environment-tag.module.css';

export interface EnvironmentTagProps {
  readonly session: SessionView;
  /** Never cut. */
  readonly whole?: boolean;
}

/** Environment of a connection within a line of text, in the colour that it has everywhere. */
export function EnvironmentTag({ session, whole = false }: EnvironmentTagProps) {
  const { environment = '', colour } = session;
  return (
    environment !== '' && (
      <span
        className={classes(css['environment'], whole && css['whole'])}
        data-environment={kindOfEnvironment(environment)}
        data-colour={colour}
      >
        <span>{environment}</span>
      </span>
    )
  );
}
