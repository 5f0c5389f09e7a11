import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { ApiField, ConsoleMethod } from '../../../shared/vault/console.ts';
import { appErrorOf, query } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './console.module.css';

export interface PathHelpProps {
  readonly sessionId: string;
  readonly path: string;
  readonly method: ConsoleMethod;
  /** The server's description has arrived. */
  readonly described: boolean;
  /** The description has paths that begin like this one. */
  readonly beginning: boolean;
  readonly onMethod: (method: ConsoleMethod) => void;
  /** Adds a field of the description to the body; undefined for a request without body. */
  readonly onField: ((field: ApiField) => void) | undefined;
}

/** The server's description of the path in the console. */
export function PathHelp(props: PathHelpProps) {
  const { sessionId, path, method, described, beginning, onMethod, onField } = props;
  const asked = useDeferredValue(path.trim().replace(/^\/+(?:v1\/)?|\?.*$/gs, ''));
  const facts = useQuery(
    query('console.path', { sessionId, path: asked }, { enabled: described && asked !== '' }),
  );
  const operations = facts.data?.operations ?? [];
  const operation = operations.find((one) => one.method === method) ?? operations[0];
  const fields = operation?.fields.filter((field) => field.place !== 'path') ?? [];
  if (asked === '') return <p className={css['dim']}>Type a path to see what the server says about it.</p>;
  return (
    <div className={css['help']}>
      {operation !== undefined && facts.data !== undefined && (
        <>
          <Text as="code" breaks data-selectable>
            {facts.data.path}
          </Text>
          <Row wrap gap={4}>
            {operations.map((one) => (
              <button
                key={one.method}
                type="button"
                className={css['methodChoice']}
                aria-pressed={one.method === method}
                onClick={() => onMethod(one.method)}
              >
                {one.method}
              </button>
            ))}
          </Row>
          {operation.summary !== '' && <FoldedText text={operation.summary} />}
          {fields.length > 0 && (
            <ul className={css['fields']} aria-label={`Fields of ${operation.method}`}>
              {fields.map((field) => (
                <FieldHelp key={`${field.place} ${field.name}`} field={field} onField={onField} />
              ))}
            </ul>
          )}
        </>
      )}
      {described && facts.isSuccess && operation === undefined && !beginning && (
        <p className={css['dim']}>Not in the server’s API description. It may still work.</p>
      )}
      <ServerHelp key={asked} sessionId={sessionId} path={asked} />
    </div>
  );
}

function FieldHelp({
  field,
  onField,
}: {
  readonly field: ApiField;
  readonly onField: PathHelpProps['onField'];
}) {
  const usable = onField !== undefined && field.place === 'body';
  return (
    <li className={css['fieldHelp']}>
      <span className={css['fieldName']}>
        {usable ? (
          <button
            type="button"
            className={css['fieldButton']}
            title={field.secret ? 'Add as a secret field' : 'Add to the body'}
            onClick={() => onField(field)}
          >
            {field.name}
          </button>
        ) : (
          <code>{field.name}</code>
        )}
        <span className={css['dim']}>
          {field.type}
          {field.place === 'query' ? ', in the path’s query' : ''}
        </span>
        {field.required && <Chip tone="accent">required</Chip>}
        {field.secret && <Chip tone="warn">secret</Chip>}
        {field.deprecated && <Chip>deprecated</Chip>}
      </span>
      {field.description !== '' && <FoldedText text={field.description} />}
      {field.allowed !== undefined && <span className={css['dim']}>One of {field.allowed.join(', ')}</span>}
    </li>
  );
}

/** The path's own help, read on request: it costs a request, though it never runs the path. */
function ServerHelp({ sessionId, path }: { readonly sessionId: string; readonly path: string }) {
  const [asked, setAsked] = useState(false);
  const help = useQuery(query('console.help', { sessionId, path }, { enabled: asked }));
  if (!asked)
    return (
      <Button small variant="ghost" icon={BookOpen} onClick={() => setAsked(true)}>
        Show server help
      </Button>
    );
  if (help.isError) return <ErrorPanel error={appErrorOf(help.error)} title="No help for this path" />;
  if (help.data === undefined) return <Skeleton rows={4} rowHeight={18} />;
  return (
    <pre className={css['serverHelp']} data-selectable tabIndex={0} aria-label="Server help">
      {help.data.text === '' ? 'The server has no help for this path.' : help.data.text}
    </pre>
  );
}
