/** Reads a server's OpenAPI document: one line per path, and the fields of one path. */
import type { ApiCatalogue, ApiOperation, ApiPath, ApiPathFacts } from '../../../shared/vault/console.ts';
import type { ConsoleMethod } from '../../../shared/vault/console.ts';
import { textOfBytes } from '../http/body.ts';
import { asObject, asText } from './fields.ts';
import { operationFields } from './openapi-fields.ts';
import type { Json } from './openapi-fields.ts';
import { bestTemplate, isTemplate } from './openapi-templates.ts';

export interface OpenApi {
  /** Path items by path without a leading slash; those with a trailing one list. */
  readonly paths: ReadonlyMap<string, Json>;
  /** Target of `$ref`s. */
  readonly root: Json;
  /** ISO 8601. */
  readonly readAt: string;
}

/** A document as the server sent it. It can have megabytes, so only tasks read it. */
export interface OpenApiText {
  /** Document id, so that a task need not read it twice. */
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** The document read last: requests for the paths of one server come one after the other. */
let latest: { readonly key: string; readonly document: OpenApi } | undefined;

function documentOf({ key, bytes }: OpenApiText): OpenApi {
  if (latest?.key !== key) latest = { key, document: openApiOf(JSON.parse(textOfBytes(bytes))) };
  return latest.document;
}

/** A task: `catalogueOf` a document's bytes. */
export function catalogueIn(text: OpenApiText): ApiCatalogue {
  return catalogueOf(documentOf(text));
}

/** A task: `pathFacts` of a document's bytes. */
export function pathFactsIn({ path, ...text }: OpenApiText & { readonly path: string }): ApiPathFacts {
  return pathFacts(documentOf(text), path);
}

/** Used part of a parsed document; bare patterns, which take no request, are left out. */
export function openApiOf(document: unknown): OpenApi {
  const root = asObject(document);
  const paths = Object.entries(asObject(root['paths'])).map(
    ([path, item]) => [path.replace(/^\/+/, ''), asObject(item)] as const,
  );
  return {
    paths: new Map(paths.filter(([path]) => path !== '' && isTemplate(path))),
    root,
    readAt: new Date().toISOString(),
  };
}

const LONGEST_SUMMARY = 160;

/** More than any server has; the page searches them at every key. */
const MOST_PATHS = 10_000;

/** One line per path, sorted by path. */
export function catalogueOf({ paths, readAt }: OpenApi): ApiCatalogue {
  const lines = [...paths].flatMap(([path, item]): ApiPath[] => {
    const operations = operationsOf(item);
    if (operations.length === 0) return [];
    const said =
      asText(item['description']) || operations.map(({ of }) => asText(of['summary'])).find(Boolean);
    return [{ path, methods: operations.map(({ method }) => method), summary: oneLine(said ?? '') }];
  });
  lines.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { paths: lines.slice(0, MOST_PATHS), readAt };
}

/** Operations of a path, given as a template (`pki/roles/{name}`) or filled in. Empty for an unknown path. */
export function pathFacts({ paths, root }: OpenApi, asked: string): ApiPathFacts {
  const template = bestTemplate([...paths.keys()], asked);
  if (template === undefined) return { path: asked, operations: [] };
  // The document has two paths for reading and listing, which differ by a slash; the user sees one.
  const bare = template.replace(/\/$/, '');
  const operations = [bare, `${bare}/`].flatMap((path): ApiOperation[] => {
    const item = paths.get(path);
    if (item === undefined) return [];
    return operationsOf(item).map(({ method, of }) => ({
      method,
      summary: asText(of['summary']) || asText(item['description']),
      fields: operationFields(root, { path, item, operation: of, method }),
    }));
  });
  return { path: template, operations };
}

const verbs: readonly (readonly [name: string, method: ConsoleMethod])[] = [
  ['get', 'GET'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
];

/** Operations of a path; a GET with `list=true` is a LIST, besides the GET if both are offered. */
function operationsOf(item: Json): { readonly method: ConsoleMethod; readonly of: Json }[] {
  return verbs.flatMap(([name, method]) => {
    if (!Object.hasOwn(item, name)) return [];
    const of = asObject(item[name]);
    if (name !== 'get') return [{ method, of }];
    const list = parametersOf(of).find((parameter) => parameter['name'] === 'list');
    if (list === undefined) return [{ method, of }];
    const listing = { method: 'LIST', of } as const;
    return list['required'] === true ? [listing] : [{ method, of }, listing];
  });
}

function parametersOf(operation: Json): Json[] {
  const { parameters } = operation;
  return Array.isArray(parameters) ? parameters.map(asObject) : [];
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_SUMMARY ? `${line.slice(0, LONGEST_SUMMARY).trimEnd()}…` : line;
}
