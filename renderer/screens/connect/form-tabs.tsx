import { ShieldOff } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AppearanceFields } from './appearance-fields.tsx';
import type { FormTab } from './draft-fields.ts';
import type { DraftForm } from './connect-fields.tsx';
import css from './form-tabs.module.css';
import { noteOf } from './tab-notes.ts';

const TlsFields = lazy(() => import('./tls-fields.tsx').then((module) => ({ default: module.TlsFields })));
const ProxyFields = lazy(() =>
  import('./proxy-fields.tsx').then((module) => ({ default: module.ProxyFields })),
);
const AdvancedFields = lazy(() =>
  import('./advanced-fields.tsx').then((module) => ({ default: module.AdvancedFields })),
);

export interface FormTabsProps {
  readonly form: DraftForm;
  /** The letters of the connection's badge. */
  readonly letters: string;
  readonly tab: FormTab;
  readonly onTab: (tab: FormTab) => void;
}

const labels: readonly (readonly [FormTab, string])[] = [
  ['appearance', 'Appearance'],
  ['tls', 'TLS'],
  ['proxy', 'Proxy'],
  ['advanced', 'Advanced'],
];

/** Optional settings, one tab each; panels are loaded when first opened. */
export function FormTabs({ form, letters, tab, onTab }: FormTabsProps) {
  const { draft } = form;
  return (
    <div className={css['tabs']}>
      <Tabs
        label="Settings of the connection"
        tabs={labels.map(([value, label]) => ({
          value,
          label,
          note: noteOf(value, draft),
          ...(value === 'tls' && draft.tls.skipVerify ? { mark: <NotVerified /> } : {}),
        }))}
        value={tab}
        onValue={onTab}
      >
        {tab === 'appearance' ? (
          // Outside of Suspense: an update would replace its fields while React takes over a static first screen.
          <AppearanceFields key={draft.profileId} form={form} letters={letters} />
        ) : (
          <Suspense fallback={null}>
            <Panel key={draft.profileId} form={form} tab={tab} />
          </Suspense>
        )}
      </Tabs>
    </div>
  );
}

/** Keyed by the connection: a file's facts and a shown value belong to one of them. */
function Panel({ form, tab }: { readonly form: DraftForm; readonly tab: Exclude<FormTab, 'appearance'> }) {
  switch (tab) {
    case 'tls':
      return <TlsFields form={form} />;
    case 'proxy':
      return <ProxyFields form={form} />;
    case 'advanced':
      return <AdvancedFields form={form} />;
  }
}

function NotVerified() {
  return <Icon of={ShieldOff} size={14} className={css['notVerified']} />;
}
