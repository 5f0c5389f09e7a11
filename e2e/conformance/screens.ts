/**
 * Calls of the app that the user can reach: those made by the window's own code, followed from its entry file over
 * imports, and within `renderer/api` from function to function. Calls used only by tests are excluded.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const entry = join(root, 'renderer/main.tsx');
const api = join(root, 'renderer/api') + sep;

/** A top-level declaration in `renderer/api`: the names it uses, and its calls. */
interface Declared {
  readonly names: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
}

let found: ReadonlySet<string> | undefined;

/** Names of all calls made by screens. */
export function callsOfScreens(): ReadonlySet<string> {
  return (found ??= findCalls());
}

function findCalls(): ReadonlySet<string> {
  const declared = new Map<string, Declared>();
  const named = new Set<string>();
  const calls = new Set<string>();
  for (const [file, source] of reachable()) {
    if (file.startsWith(api)) {
      for (const [name, one] of declarationsOf(source)) declared.set(name, one);
      continue;
    }
    for (const name of importedFromApi(file, source)) named.add(name);
    for (const call of callsIn(source)) calls.add(call);
  }
  const seen = new Set<string>();
  const waiting = [...named];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const one = declared.get(name);
    if (one === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const call of one.calls) calls.add(call);
    waiting.push(...one.names);
  }
  return calls;
}

/** Files of the window, from its entry on. */
function reachable(): ReadonlyMap<string, ts.SourceFile> {
  const files = new Map<string, ts.SourceFile>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    const source = parse(file);
    files.set(file, source);
    waiting.push(...importsOf(file, source).filter((imported) => isOfWindow(imported)));
  }
  return files;
}

function isOfWindow(file: string): boolean {
  return !relative(join(root, 'renderer'), file).startsWith('..') && /\.tsx?$/.test(file) && existsSync(file);
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Files that a file imports, statically or lazily. */
export function importsOf(file: string, source = parse(file)): readonly string[] {
  const specifiers: string[] = [];
  const visit = (node: ts.Node): void => {
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    if (isImport && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier))
      specifiers.push(node.moduleSpecifier.text);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier !== undefined && ts.isStringLiteral(specifier)) specifiers.push(specifier.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return specifiers.filter((text) => text.startsWith('.')).map((text) => join(dirname(file), text));
}

function importedFromApi(file: string, source: ts.SourceFile): readonly string[] {
  return source.statements.flatMap((node) => {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return [];
    if (!join(dirname(file), node.moduleSpecifier.text).startsWith(api)) return [];
    const bindings = node.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
  });
}

function declarationsOf(source: ts.SourceFile): readonly (readonly [string, Declared])[] {
  return source.statements.flatMap((statement) => {
    const names = namesOf(statement);
    if (names.length === 0) return [];
    const one = { names: new Set<string>(), calls: callsIn(statement) };
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) one.names.add(node.text);
      ts.forEachChild(node, visit);
    };
    visit(statement);
    return names.map((name) => [name, one] as const);
  });
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name === undefined ? [] : [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) =>
    ts.isIdentifier(name) ? name.text : [],
  );
}

/** Names of the calls below a node. */
function callsIn(root: ts.Node): ReadonlySet<string> {
  const calls = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = callIn(node);
    if (name !== undefined) calls.add(name);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return calls;
}

/** Name of the call in `call('domain.verb', …)`, `query('domain.verb', …)` or `vault.domain.verb`. */
function callIn(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    return ts.isIdentifier(expression) && expression.text === 'vault'
      ? `${name.text}.${node.name.text}`
      : undefined;
  }
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  const [first] = node.arguments;
  if (!['call', 'query'].includes(node.expression.text)) return undefined;
  return first !== undefined && ts.isStringLiteral(first) ? first.text : undefined;
}
