import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { query } from '../api/client.ts';
import { Icon } from '../ui/icon.tsx';
import { Text } from '../ui/layout.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { Words, fitWords } from './bar-words.tsx';
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
      <Text className={css['item']} tone="warn" weight={500}>
        <Icon of={FlaskConical} size={14} />
        <Words drop={1} text="Testing build: sample data only" />
      </Text>
    </Tooltip>
  );
}

/** The warning as a separate line for screens without a status bar: before a session, and while locked. */
export function TestingLine() {
  const testElectron = useQuery(query('app.info', {})).data?.testElectron === true;
  if (!testElectron) return null;
  return (
    <footer ref={fitWords} className={css['bar']} aria-label="Status">
      <TestingBuild />
    </footer>
  );
}
