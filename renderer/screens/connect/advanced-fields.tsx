import { CircleAlert, ShieldOff } from 'lucide-react';
import type { FilePurpose } from '../../../shared/ipc/contract.ts';
import type { FileHandle, TlsSettings } from '../../../shared/vault/connection.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldPair } from '../../ui/field-pair.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './advanced-fields.module.css';
import type { ConnectDraft } from './connect-draft.ts';
import { DraftTextField } from './draft-text-field.tsx';
import type { DraftForm } from './draft-text-field.tsx';
import { FileField } from './file-field.tsx';

type TlsFileName = 'ca' | 'clientCertificate' | 'clientKey';

const purposes: Readonly<Record<TlsFileName, FilePurpose>> = {
  ca: 'ca',
  clientCertificate: 'client-certificate',
  clientKey: 'client-key',
};

/** TLS files, server name, proxy and time limit. */
export function AdvancedFields({ form }: { readonly form: DraftForm }) {
  const { draft, error, onChange } = form;
  const { tls } = draft;
  const file = (name: TlsFileName) => ({
    purpose: purposes[name],
    file: tls[name],
    onFile: (chosen: FileHandle | undefined) => {
      onChange({ tls: withFile(tls, name, chosen) });
    },
  });
  return (
    <div className={css['advanced']}>
      {error?.field === 'tls' && (
        <div role="alert" className={css['warning']}>
          <Icon of={CircleAlert} />
          {error.words}
        </div>
      )}
      <FileField
        label="CA file"
        hint="PEM, one certificate or many. Trusted for this connection only."
        {...file('ca')}
      />
      <Checkbox
        label="Trust the certificates of the operating system, too"
        checked={tls.useSystemStore}
        onChecked={(useSystemStore) => {
          onChange({ tls: { ...tls, useSystemStore } });
        }}
      />
      <FieldPair>
        <FileField
          label="Client certificate"
          hint="PEM, or PKCS#12 with the key inside."
          {...file('clientCertificate')}
        />
        <FileField
          label="Client key"
          hint="PEM. Its passphrase is asked for when it is needed."
          {...file('clientKey')}
        />
      </FieldPair>
      <DraftTextField
        form={form}
        mono
        optional
        label="Server name"
        hint="The name to expect in the certificate, if it is not the address’s."
        name="serverName"
      />
      <FieldPair>
        <DraftTextField
          form={form}
          mono
          optional
          label="Proxy"
          placeholder="http://proxy.example.com:3128"
          hint="Empty: as the environment says. “direct”: none."
          name="proxy"
        />
        <DraftTextField
          form={form}
          label="Time limit in seconds"
          hint="How long to wait for an answer."
          inputMode="numeric"
          name="timeout"
        />
      </FieldPair>
      <Checkbox
        danger
        label="Do not verify the server’s certificate"
        checked={tls.skipVerify}
        onChecked={(skipVerify) => {
          onChange({ tls: { ...tls, skipVerify } });
        }}
      />
      {tls.skipVerify && (
        <div role="note" className={css['warning']}>
          <Icon of={ShieldOff} />
          <span>
            Anybody between you and the server can then read and change everything, your token included. A red
            banner stays for as long as this is on. A CA file is nearly always the better way.
          </span>
        </div>
      )}
    </div>
  );
}

/** A short summary of what is set, for the closed section; empty: nothing but the defaults. */
export function advancedNote(draft: ConnectDraft): string {
  const { tls, proxy } = draft;
  return [
    tls.skipVerify && 'not verified',
    tls.ca?.name,
    !tls.useSystemStore && 'own CA only',
    tls.clientCertificate !== undefined && 'client certificate',
    (tls.serverName ?? '') !== '' && tls.serverName,
    proxy.trim() !== '' && `proxy ${proxy.trim()}`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ');
}

function withFile(tls: TlsSettings, name: TlsFileName, file: FileHandle | undefined): TlsSettings {
  const { [name]: _before, ...rest } = tls;
  return file === undefined ? rest : { ...rest, [name]: file };
}
