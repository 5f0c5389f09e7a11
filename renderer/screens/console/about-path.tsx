import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiField, ApiPath } from '../../../shared/vault/console.ts';
import { appErrorOf } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorText } from '../../ui/error-panel.tsx';
import { completed } from './completion.ts';
import { carriesBody } from './console-draft.ts';
import type { ConsoleStore } from './console-store.ts';
import css from './console.module.css';
import { PathHelp } from './path-help.tsx';
import { composeObject, indentJson, sliceMembers } from '../../../shared/vault/json-slices.ts';

export interface AboutPathProps {
  readonly sessionId: string;
  readonly store: ConsoleStore;
  readonly catalogue: UseQueryResult<{ readonly paths: readonly ApiPath[] }>;
}

/** The server's description of the path; its fields can be added to the body. */
export function AboutPath({ sessionId, store, catalogue }: AboutPathProps) {
  const { draft, bodyFilled } = useStore(store);
  const addField = (field: ApiField): void => {
    if (field.secret) {
      store.addSecret(field.name);
      return;
    }
    const json = withMember(draft.json, field);
    if (json === undefined) return;
    store.edit({ json });
    store.change({ bodyFilled: bodyFilled + 1 });
  };
  return (
    <Disclosure title="About this path">
      <section aria-label="About this path">
        {catalogue.isError && (
          <div className={css['quiet']}>
            <ErrorText error={appErrorOf(catalogue.error)} />
            <Button small onClick={() => void catalogue.refetch()}>
              Retry
            </Button>
          </div>
        )}
        <PathHelp
          sessionId={sessionId}
          path={draft.path}
          method={draft.method}
          described={catalogue.isSuccess}
          beginning={beginsSo(catalogue.data?.paths ?? [], draft.path)}
          onMethod={(method) => store.edit({ method })}
          onField={carriesBody(draft.method) ? addField : undefined}
        />
      </section>
    </Disclosure>
  );
}

/** True if the input can become a path that the server describes. */
function beginsSo(paths: readonly ApiPath[], typed: string): boolean {
  const bare = typed.trim().replace(/^\/+(?:v1\/)?/, '');
  return paths.some(({ path }) => completed(path, bare) !== undefined);
}

/** The text with the field added; undefined if it is not an object, or has the field already. */
function withMember(json: string, { name, type, defaultJson }: ApiField): string | undefined {
  try {
    const members = json.trim() === '' ? [] : sliceMembers(json);
    if (members.some(([key]) => key === name)) return undefined;
    return indentJson(composeObject([...members, [name, defaultJson ?? blank[type]]]));
  } catch {
    // Not an object yet: the member cannot be added.
    return undefined;
  }
}

const blank: Readonly<Record<ApiField['type'], string>> = {
  string: '""',
  duration: '""',
  time: '""',
  integer: '0',
  number: '0',
  boolean: 'false',
  array: '[]',
  object: '{}',
};
