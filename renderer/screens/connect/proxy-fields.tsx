import { useQuery } from '@tanstack/react-query';
import type { EnvironmentProxy } from '../../../shared/vault/connection.ts';
import { appErrorOf } from '../../api/client.ts';
import { environmentProxyQuery } from '../../api/connection.ts';
import { field } from '../../ui/fields.tsx';
import { ConnectFields } from './connect-fields.tsx';
import type { DraftForm } from './connect-fields.tsx';
import css from './proxy-fields.module.css';

/** The source of the proxy, and its address. */
export function ProxyFields({ form }: { readonly form: DraftForm }) {
  const { draft } = form;
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
    <div className={css['fields']}>
      <ConnectFields
        form={form}
        of={[
          field.radio('proxyMode', 'Proxy', [
            { value: 'environment', label: 'From the environment', hint },
            { value: 'direct', label: 'None' },
            { value: 'own', label: 'Own proxy' },
          ]),
          (draft.proxyMode === 'own' || form.error?.field === 'proxy') &&
            field.mono('proxy', 'Proxy address', { placeholder: 'http://proxy.example.com:3128' }),
        ]}
      />
    </div>
  );
}

const rule = 'VAULT_PROXY_ADDR, else HTTPS_PROXY or HTTP_PROXY, except hosts in NO_PROXY.';

function environmentWords({ proxy, source }: EnvironmentProxy): string {
  return proxy === '' ? `No proxy for this server. ${rule}` : `${proxy}, from ${source}.`;
}
