import { CircleAlert, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { notVerified } from '../../../shared/ipc/prompt-notes.ts';
import type { FilePurpose } from '../../../shared/ipc/contract.ts';
import type { FileHandle, TlsSettings } from '../../../shared/vault/connection.ts';
import { Icon } from '../../ui/icon.tsx';
import { field } from '../../ui/fields.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { ConnectFields } from './connect-fields.tsx';
import type { DraftForm } from './connect-fields.tsx';
import { FileField } from './file-field.tsx';
import css from './form-fields.module.css';

type TlsFileName = 'ca' | 'clientCertificate' | 'clientKey';

const purposes: Readonly<Record<TlsFileName, FilePurpose>> = {
  ca: 'ca',
  clientCertificate: 'client-certificate',
  clientKey: 'client-key',
};

/** Verification of the server's certificate, and the client certificate. */
export function TlsFields({ form }: { readonly form: DraftForm }) {
  const { draft, error, onChange } = form;
  const { tls } = draft;
  const file = (name: TlsFileName) => ({
    purpose: purposes[name],
    file: tls[name],
    onFile: (chosen: FileHandle | undefined) => onChange({ tls: withFile(tls, name, chosen) }),
  });
  return (
    <div className={css['fields']}>
      {error?.field === 'tls' && (
        <div role="alert" className={css['warning']}>
          <Icon of={CircleAlert} />
          {error.words}
        </div>
      )}
      <Group title="Server certificate">
        <FileField folder label="CA file or folder" form="PEM" {...file('ca')} />
        <ConnectFields
          form={form}
          of={[
            field.within('tls', [
              field.check('useSystemStore', 'Trust the system’s certificates too', {
                hint:
                  tls.useSystemStore || tls.ca !== undefined
                    ? undefined
                    : 'Without them and without a CA file no server is trusted.',
              }),
              field.mono('serverName', 'Server name', {
                optional: true,
                hint: 'Defaults to the host name.',
              }),
              field.check('skipVerify', 'Do not verify the server’s certificate', { danger: true }),
            ]),
          ]}
        />
        {tls.skipVerify && (
          <div role="note" className={css['warning']}>
            <Icon of={ShieldOff} />
            <span>{notVerified.text}</span>
          </div>
        )}
      </Group>
      <Group title="Client authentication">
        <FileField
          label="Client certificate"
          form="PEM, or PKCS#12 with its key"
          {...file('clientCertificate')}
        />
        <FileField label="Client key" form="PEM" {...file('clientKey')} />
      </Group>
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack as="section" gap={10} shrinks aria-label={title}>
      <Text as="h3" weight={600}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

function withFile(tls: TlsSettings, name: TlsFileName, file: FileHandle | undefined): TlsSettings {
  const { [name]: _before, ...rest } = tls;
  return file === undefined ? rest : { ...rest, [name]: file };
}
