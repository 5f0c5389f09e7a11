import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '../api/app.ts';
import { Dialog } from '../ui/dialog.tsx';
import css from './shell.module.css';

/** Name and versions. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const info = useQuery(appInfoQuery()).data;
  return (
    <Dialog open title="Strongroom" onClose={onClose}>
      <p>A desktop client for HashiCorp Vault and OpenBao. Mozilla Public License 2.0.</p>
      <br />
      <dl className={css['about']} data-selectable>
        <dt>Version</dt>
        <dd>{info?.version ?? ''}</dd>
        <dt>Electron</dt>
        <dd>
          {info?.electronVersion ?? ''}
          {info?.testElectron === true && ' (testing build)'}
        </dd>
        <dt>System</dt>
        <dd>{info?.platform ?? ''}</dd>
      </dl>
    </Dialog>
  );
}
