import { useQuery } from '@tanstack/react-query';
import type { EnvironmentProxy } from '../../../shared/vault/connection.ts';
import { appErrorOf } from '../../api/client.ts';
import { environmentProxyQuery } from '../../api/connection.ts';
import { RadioField } from '../../ui/radio-field.tsx';
import { DraftTextField } from './draft-text-field.tsx';
import type { DraftForm } from './draft-text-field.tsx';

/** Which proxy is used, and who decides that. */
export function ProxyFields({ form }: { readonly form: DraftForm }) {
  const { draft, onChange } = form;
  const address = draft.address.trim();
  const named = useQuery(environmentProxyQuery(address));
  const problem = named.error === null ? undefined : appErrorOf(named.error);
  const hint =
    named.data !== undefined
      ? environmentWords(named.data)
      : problem?.kind === 'invalid-input' && problem.field === 'proxy'
        ? problem.message
        : rule;
  return (
    <>
      <RadioField
        label="Proxy"
        options={[
          { value: 'environment', label: 'As the environment says', hint },
          { value: 'direct', label: 'None, whatever the environment says' },
          { value: 'own', label: 'This one' },
        ]}
        value={draft.proxyMode}
        onValue={(proxyMode) => {
          onChange({ proxyMode });
        }}
      />
      {(draft.proxyMode === 'own' || form.error?.field === 'proxy') && (
        <DraftTextField
          form={form}
          mono
          label="Address of the proxy"
          placeholder="http://proxy.example.com:3128"
          name="proxy"
        />
      )}
    </>
  );
}

const rule = 'VAULT_PROXY_ADDR, else HTTPS_PROXY or HTTP_PROXY, unless NO_PROXY names the server.';

function environmentWords({ proxy, source }: EnvironmentProxy): string {
  return proxy === '' ? `None for this server. ${rule}` : `${proxy}, named by ${source}.`;
}
