import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { query } from '../api/client.ts';
import { Icon } from '../ui/icon.tsx';
import { Row } from '../ui/layout.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import css from './status-bar.module.css';

/** Permanent warning: an unofficial Electron build must not be used with a real server. */
export function TestingBuild() {
  const testElectron = useQuery(query('app.info', {})).data?.testElectron === true;
  if (!testElectron) return null;
  return (
    <Tooltip
      text="Testing build of Electron. Use it with sample data only, never with a real server."
      side="top"
    >
      <Row as="span" align="center" gap={6} tone="warn" weight={500}>
        <Icon of={FlaskConical} size={14} />
        Testing build: sample data only
      </Row>
    </Tooltip>
  );
}

/** The warning as a separate line for screens without a status bar: before a session, and while locked. */
export function TestingLine() {
  const testElectron = useQuery(query('app.info', {})).data?.testElectron === true;
  if (!testElectron) return null;
  return (
    <footer className={css['bar']} aria-label="Status">
      <TestingBuild />
    </footer>
  );
}
