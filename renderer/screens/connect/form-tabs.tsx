import { toned } from '../../ui/tone.ts';
import { ShieldOff } from 'lucide-react';
import { Suspense } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AppearanceFields } from './appearance-fields.tsx';
import type { FormTab } from './draft-fields.ts';
import type { DraftForm } from './connect-fields.tsx';
import { lazily } from '../../ui/lazily.ts';
import css from './form-tabs.module.css';
import { counted } from '../../../shared/vault/counted.ts';
import { emptyDraft } from './connect-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';

const TlsFields = lazily(() => import('./tls-fields.tsx'), 'TlsFields');
const ProxyFields = lazily(() => import('./proxy-fields.tsx'), 'ProxyFields');
const AdvancedFields = lazily(() => import('./advanced-fields.tsx'), 'AdvancedFields');

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
  return <Icon of={ShieldOff} size={14} className={toned('danger')} />;
}

/** Summary of the settings in one tab. */
function noteOf(tab: FormTab, draft: ConnectDraft): string | undefined {
  const words = wordsOf(tab, draft).filter((part) => typeof part === 'string' && part !== '');
  return words.length === 0 ? undefined : words.join(' · ');
}

function wordsOf(tab: FormTab, draft: ConnectDraft): readonly (string | false | undefined)[] {
  const { tls, proxyMode, proxy, namespace, timeoutSeconds, headers, confirmedOrigins } = draft;
  switch (tab) {
    case 'appearance':
      return [draft.name.trim(), draft.environment.trim()];
    case 'tls':
      return [
        tls.skipVerify && 'not verified',
        tls.ca?.name,
        !tls.useSystemStore && 'own CA only',
        tls.clientCertificate !== undefined && 'client certificate',
        tls.serverName,
      ];
    case 'proxy':
      return [proxyMode === 'direct' && 'no proxy', proxyMode === 'own' && proxy.trim()];
    case 'advanced':
      return [
        namespace.trim(),
        timeoutSeconds !== emptyDraft.timeoutSeconds && `${timeoutSeconds} s`,
        some(headers.length, 'header'),
        some(confirmedOrigins.length, 'node'),
      ];
  }
}

function some(count: number, noun: string): string {
  return count === 0 ? '' : counted(count, noun);
}
