/** Fields of one operation of an OpenAPI document, for a form. */
import type { ApiField, ConsoleMethod } from '../../../shared/vault/console.ts';
import { isSecretInput } from '../../../shared/vault/secret-fields.ts';
import { asObject, asText, asTexts } from './fields.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface DescribedOperation {
  readonly path: string;
  readonly item: Json;
  readonly operation: Json;
  readonly method: ConsoleMethod;
}

/** Path, query and body fields, the required ones of each place first, deprecated ones last. */
export function operationFields(
  root: Json,
  { path, item, operation, method }: DescribedOperation,
): ApiField[] {
  const parameters = [...listOf(item['parameters']), ...listOf(operation['parameters'])].map((one) =>
    resolved(root, one),
  );
  const inPath = parameters
    .filter((one) => one['in'] === 'path')
    .map((one) =>
      fieldOf(root, { path, place: 'path', name: asText(one['name']), facts: one, required: true }),
    );
  const inQuery = parameters
    // `list` turns a GET into a LIST.
    .filter((one) => one['in'] === 'query' && one['name'] !== 'list')
    .map((one) =>
      fieldOf(root, {
        path,
        place: 'query',
        name: asText(one['name']),
        facts: one,
        required: one['required'] === true,
      }),
    );
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  return [...inPath, ...inOrder(inQuery), ...(hasBody ? inOrder(bodyFields(root, path, operation)) : [])];
}

function bodyFields(root: Json, path: string, operation: Json): ApiField[] {
  const content = asObject(asObject(operation['requestBody'])['content']);
  const media = asObject(content['application/json'] ?? Object.values(content)[0]);
  const schema = resolved(root, asObject(media['schema']));
  const required = new Set(asTexts(schema['required']));
  return Object.entries(asObject(schema['properties'])).map(([name, facts]) =>
    fieldOf(root, { path, place: 'body', name, facts: asObject(facts), required: required.has(name) }),
  );
}

interface Described {
  readonly path: string;
  readonly place: ApiField['place'];
  readonly name: string;
  /** A parameter with its `schema`, or a property, which is its own. */
  readonly facts: Json;
  readonly required: boolean;
}

function fieldOf(root: Json, { path, place, name, facts, required }: Described): ApiField {
  const own = resolved(root, facts);
  const schema = Object.hasOwn(own, 'schema') ? resolved(root, asObject(own['schema'])) : own;
  const shown = asObject(schema['x-vault-displayAttrs']);
  const type = typeOf(schema);
  const allowed = Array.isArray(schema['enum']) ? schema['enum'].map(textOf) : [];
  const preset = schema['default'] ?? shown['value'];
  return {
    name,
    place,
    type,
    description: (
      asText(own['description']) ||
      asText(schema['description']) ||
      asText(shown['description'])
    ).trim(),
    required,
    deprecated: own['deprecated'] === true || schema['deprecated'] === true,
    secret: place === 'body' && type === 'string' && isSecret(path, name, schema, shown),
    ...(preset === undefined ? {} : { defaultJson: JSON.stringify(preset) }),
    ...(allowed.length === 0 ? {} : { allowed }),
  };
}

function isSecret(path: string, name: string, schema: Json, shown: Json): boolean {
  if (schema['format'] === 'password' || shown['sensitive'] === true) return true;
  // There `key` is the name of a key.
  if (name === 'key' && path.startsWith('identity/oidc/')) return false;
  return isSecretInput(name);
}

function typeOf(schema: Json): ApiField['type'] {
  const { type, format } = schema;
  if (type === 'string' || type === undefined)
    return format === 'duration' || format === 'seconds'
      ? 'duration'
      : format === 'date-time'
        ? 'time'
        : 'string';
  if (type === 'integer') return format === 'seconds' ? 'duration' : 'integer';
  if (type === 'number' || type === 'boolean' || type === 'array' || type === 'object') return type;
  return 'string';
}

function inOrder(fields: readonly ApiField[]): ApiField[] {
  const rank = (field: ApiField): number => (field.required ? 0 : field.deprecated ? 2 : 1);
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

const DEEPEST_REF = 8;

/** Target of a `$ref`, as far as it leads inside the document. */
function resolved(root: Json, value: Json): Json {
  let at = value;
  for (let depth = 0; depth < DEEPEST_REF; depth++) {
    const ref = asText(at['$ref']);
    if (!ref.startsWith('#/')) return at;
    at = ref
      .slice(2)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<Json>((below, part) => (Object.hasOwn(below, part) ? asObject(below[part]) : {}), root);
  }
  return {};
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
