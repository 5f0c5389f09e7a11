/**
 * Modules that main loads before its window appears: a start waits for every line of them. Follows all static imports
 * from the entry, as the bundler does.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const folder = dirname(import.meta.dirname);

it('loads no library, no HTTP and no row of a call before the window', () => {
  const { files, others } = loadedWith(join(folder, 'main.ts'));
  expect(files).toContain('start/compose.ts');
  expect(others).toContain('electron');
  expect([...others].filter((name) => name !== 'electron' && !name.startsWith('node:'))).toEqual([]);
  const costly = ['node:http', 'node:http2', 'node:https', 'node:tls', 'node:worker_threads', 'node:zlib'];
  expect(costly.filter((name) => others.has(name))).toEqual([]);
  expect([...files].filter((name) => /^ipc\/calls\/|^vault\/api\/|^start\/backend\.ts$/.test(name))).toEqual(
    [],
  );
});

/** Our files below `electron/`, and other modules. */
function loadedWith(entry: string): { readonly files: Set<string>; readonly others: Set<string> } {
  const files = new Set<string>();
  const others = new Set<string>();
  const waiting = [entry];
  for (const file of waiting) {
    if (files.has(relative(folder, file))) continue;
    files.add(relative(folder, file));
    for (const name of importsOf(file)) {
      if (name.startsWith('.')) waiting.push(join(dirname(file), name));
      else others.add(name);
    }
  }
  return { files, others };
}

/** Modules loaded with a file; excludes type-only and dynamic imports. */
function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    const [typesOnly, from] = ts.isImportDeclaration(statement)
      ? [statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword, statement.moduleSpecifier]
      : ts.isExportDeclaration(statement)
        ? [statement.isTypeOnly, statement.moduleSpecifier]
        : [true, undefined];
    return !typesOnly && from !== undefined && ts.isStringLiteral(from) ? [from.text] : [];
  });
}
