/**
 * Tests the architecture rules: plants a file that breaks a rule and expects a refusal, by the compiler if a folder
 * must not even resolve a module, by lint if a layer must not be imported. The planted files are removed afterwards.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { out, root } from './setup/places.mjs';

let folder = '';
beforeAll(() => {
  mkdirSync(out, { recursive: true });
  folder = mkdtempSync(join(out, 'planted-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Compiles one planted source with the settings of a folder; returns the compiler's output. */
async function compile(name: string, room: string, source: string): Promise<string> {
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, source);
  const config = join(folder, `${name}.json`);
  const settings = {
    extends: relative(folder, join(root, room, 'tsconfig.json')),
    compilerOptions: {
      noEmit: true,
      emitDeclarationOnly: false,
      composite: false,
      rootDir: root,
      tsBuildInfoFile: null,
    },
    files: [file],
    include: [],
    references: [],
  };
  writeFileSync(config, JSON.stringify(settings));
  const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, '-p', config, '--pretty', 'false'], { cwd: root }, (_error, stdout) => {
      resolve(stdout);
    });
  });
}

/** The compiler's error for a module that resolves to build/refused.d.ts. */
const refused = /\(1,\d+\): error TS2306: .*refused\.d\.ts' is not a module/;

/** Import that checks a row's type against its schema. */
const sameShape = "import type { SameShape } from '../../../electron/ipc/same-shape.ts';";

describe('the compiler', () => {
  it.each([
    ['node:fs in the renderer', 'renderer', "export { readFileSync } from 'node:fs';", refused],
    ['undici in the renderer', 'renderer', "export { request } from 'undici';", refused],
    ['Electron in the renderer', 'renderer', "export { ipcRenderer } from 'electron';", refused],
    ['Electron in the Vault client', 'electron/vault', "export { app } from 'electron';", refused],
    ['the DOM in shared', 'shared', 'export const title = window.document.title;', /TS2304.*'window'/],
    ['Node in shared', 'shared', "export { join } from 'node:path';", refused],
    ['Node’s globals in shared', 'shared', 'export const home = process.env;', /TS2(304|580|591).*'process'/],
    ['React in shared', 'shared', "export { useState } from 'react';", refused],
    ['the DOM in main', 'electron', 'export const title = window.document.title;', /TS2304.*'window'/],
    [
      'a schema that lacks an optional field of the contract',
      'electron',
      `${sameShape} export const proof: SameShape<{ readonly a?: 1; readonly b: 2 }, { b: 2 }> = 0;`,
      /TS2322: .*the schema does not take exactly/,
    ],
  ])('refuses %s', async (name, room, source, error) => {
    expect(await compile(name.replace(/\W+/g, '-'), room, source)).toMatch(error);
  });

  it('takes what a folder may have', async () => {
    const source =
      "import type { AppError } from '../../../shared/ipc/result.ts';\nexport type Mine = AppError;";
    expect(await compile('allowed', 'renderer', source)).toBe('');
    const same = `${sameShape} export const proof: SameShape<{ readonly a?: 1 }, { a?: 1 }> = 0;`;
    expect(await compile('same', 'electron', same)).toBe('');
  });
});

describe('lint', () => {
  /** Rules that a source breaks at the given path. Imports are judged by their text alone, so no file is planted. */
  async function rulesBroken(filePath: string, source: string): Promise<string[]> {
    const lint = new ESLint({
      cwd: root,
      overrideConfigFile: join(root, 'build', 'eslint.config.mjs'),
      // Type-aware rules would need the file to be part of a project.
      overrideConfig: { languageOptions: { parserOptions: { project: null } } },
      ruleFilter: ({ ruleId }) =>
        [
          ...['@typescript-eslint/no-restricted-imports', 'no-restricted-syntax', 'no-restricted-globals'],
          ...['no-console', 'house/floors'],
        ].includes(ruleId),
    });
    const [result] = await lint.lintText(source, { filePath: join(root, filePath) });
    return [...new Set((result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message))];
  }

  const imports = '@typescript-eslint/no-restricted-imports';
  it.each([
    ['main in the renderer', 'renderer/api/planted.ts', "import '../../electron/main.ts';", imports],
    ['a schema library in the renderer', 'renderer/api/planted.ts', "import 'zod/mini';", imports],
    [
      'a second way to run what changes something',
      'renderer/api/planted.ts',
      "import { useMutation } from '@tanstack/react-query';",
      imports,
    ],
    [
      'such a way under another name',
      'renderer/parts/value/planted.ts',
      "import * as query from '@tanstack/react-query';",
      imports,
    ],
    ['the renderer in main', 'electron/core/planted.ts', "import '../../renderer/app.tsx';", imports],
    ['Electron in a handler', 'electron/ipc/calls/planted.ts', "import { app } from 'electron';", imports],
    [
      'a session in the Vault client',
      'electron/vault/api/planted.ts',
      "import '../../core/session/session.ts';",
      imports,
    ],
    ['a floor above', 'electron/core/session/planted.ts', "import '../sessions/sessions.ts';", imports],
    ['a room of the same floor', 'electron/core/login/planted.ts', "import '../entries/open.ts';", imports],
    ['the bridge in the core', 'electron/core/gates/planted.ts', "import '../../ipc/call.ts';", imports],
    [
      'Electron’s adapters in the core',
      'electron/core/login/planted.ts',
      "import '../../platform/log.ts';",
      imports,
    ],
    ['jobs in the core', 'electron/core/tokens/planted.ts', "import '../../work/jobs.ts';", imports],
    ['a session in disk/', 'electron/disk/planted.ts', "import '../core/session/session.ts';", imports],
    ['a window in the services', 'electron/services/planted.ts', "import '../window/menu.ts';", imports],
    ['a window in a call', 'electron/ipc/calls/planted.ts', "import '../../window/menu.ts';", imports],
    ['anything of main in shared', 'shared/vault/planted.ts', "import '../../electron/main.ts';", imports],
    ['a test tool in the product', 'electron/window/planted.ts', "import 'vitest';", imports],
    [
      'the bridge in a screen',
      'renderer/screens/planted.ts',
      'void window.strongroom;',
      'no-restricted-syntax',
    ],
    ['the console in the product', 'electron/window/planted.ts', 'console.log(1);', 'no-console'],
  ])('refuses %s', async (_name, file, source, rule) => {
    expect(await rulesBroken(file, source)).toEqual([rule]);
  });

  it.each([
    ['a client', 'electron/core/login/planted.ts', "import '../../vault/http/client.ts';", imports],
    [
      'a client in the gates',
      'electron/core/gates/planted.ts',
      "import '../../vault/http/client.ts';",
      imports,
    ],
    ['a client in a job', 'electron/work/planted.ts', "import '../vault/http/client.ts';", imports],
    ['a client in a call', 'electron/ipc/calls/planted.ts', "import '../../vault/http/client.ts';", imports],
    [
      'a client in the services',
      'electron/services/planted.ts',
      "import '../vault/http/client.ts';",
      imports,
    ],
    ['a tunnel', 'electron/core/login/planted.ts', "import '../../vault/http/tunnel.ts';", imports],
    ['a socket', 'electron/core/connection/planted.ts', "import { connect } from 'node:net';", imports],
    ['TLS', 'electron/core/profiles/planted.ts', "import { connect } from 'node:tls';", imports],
    ['a look-up', 'electron/core/login/planted.ts', "import { lookup } from 'node:dns/promises';", imports],
    ['undici', 'electron/core/sessions/planted.ts', "import { request } from 'undici';", imports],
    ['HTTP', 'electron/core/login/planted.ts', "import { request } from 'node:http';", imports],
    [
      'a client loaded later',
      'electron/core/login/planted.ts',
      "void import('../../vault/http/client.ts');",
      'no-restricted-syntax',
    ],
    [
      'a socket loaded later',
      'electron/services/services.ts',
      "void import('node:net');",
      'no-restricted-syntax',
    ],
    ['fetch', 'electron/core/login/planted.ts', "void fetch('https://x');", 'no-restricted-globals'],
    ['a client where OIDC listens', 'electron/core/login/oidc-listener.ts', "import 'node:net';", imports],
  ])('refuses a connection beside the gate of contact: %s', async (_name, file, source, rule) => {
    expect(await rulesBroken(file, source)).toEqual([rule]);
  });

  it('lets connections begin at the gate of contact, and types be named anywhere', async () => {
    const source =
      "import { connect } from 'node:net';\nvoid connect;\nvoid import('../../vault/http/client.ts');";
    expect(await rulesBroken('electron/core/gates/open-client.ts', source)).toEqual([]);
    const types =
      "import type { Socket } from 'node:net';\nimport type { Agent } from 'undici';\nexport type One = Socket | Agent;";
    expect(await rulesBroken('electron/core/login/planted.ts', types)).toEqual([]);
  });

  it('lets a room import what lies below it, and the contract', async () => {
    const source = "import '../session/session.ts';\nimport '../../../shared/ipc/result.ts';";
    expect(await rulesBroken('electron/core/sessions/planted.ts', source)).toEqual([]);
  });

  const floors = 'house/floors';
  it.each([
    ['a screen in ui/', 'renderer/ui/planted.tsx', "import '../screens/browse/tree-row.tsx';"],
    ['queries in ui/', 'renderer/ui/planted.tsx', "import '../api/client.ts';"],
    ['components in api/', 'renderer/api/planted.ts', "import '../ui/button.tsx';"],
    ['a part in the workspace', 'renderer/workspace/planted.ts', "import '../parts/tree/trees.ts';"],
    ['a screen in a part', 'renderer/parts/value/planted.ts', "import '../../screens/entry/editor.tsx';"],
    ['a part of the same floor', 'renderer/parts/value/planted.ts', "import '../tree/trees.ts';"],
    ['a part of a floor above', 'renderer/parts/answer/planted.ts', "import '../login/login-draft.ts';"],
    ['another screen', 'renderer/screens/token/planted.ts', "import '../entry/editor.tsx';"],
    [
      'a type of another screen',
      'renderer/screens/token/planted.ts',
      "import type { A } from '../entry/a.ts';",
    ],
    [
      'such a type in its place',
      'renderer/screens/token/planted.ts',
      "export type A = import('../entry/a.ts').A;",
    ],
    [
      'styles of another screen',
      'renderer/screens/token/planted.ts',
      "import '../system/system.module.css';",
    ],
    [
      'another screen, handed on',
      'renderer/screens/token/planted.ts',
      "export * from '../entry/editor.tsx';",
    ],
    ['another screen, later', 'renderer/screens/token/planted.ts', "void import('../entry/editor.tsx');"],
    ['the shell in a screen', 'renderer/screens/token/planted.ts', "import '../../shell/rail.tsx';"],
    ['the app in the shell', 'renderer/shell/planted.ts', "import '../app.tsx';"],
    ['editing in reading', 'renderer/screens/entry/read/planted.ts', "import '../edit/draft.ts';"],
    ['merging in editing', 'renderer/screens/entry/edit/planted.ts', "import '../merge/merge-table.tsx';"],
    ['the screen in its own room', 'renderer/screens/entry/edit/planted.ts', "import '../editor.tsx';"],
    ['the app in the secure prompt', 'renderer/trusted/planted.ts', "import '../ui/button.tsx';"],
    ['the secure prompt in the app', 'renderer/shell/planted.ts', "import '../trusted/dom.ts';"],
    ['a room without a floor', 'renderer/parts/new/planted.ts', "import '../../ui/button.tsx';"],
    [
      'a test’s helper in the product',
      'renderer/shell/planted.ts',
      "import '../fixtures/session.fixture.ts';",
    ],
  ])('refuses an import that does not run downwards in the renderer: %s', async (_name, file, source) => {
    expect(await rulesBroken(file, source)).toEqual([floors]);
  });

  it('lets a room of the renderer import what lies below it, and the contract', async () => {
    const part =
      "import '../value/reveal.ts';\nimport '../../api/client.ts';\nimport '../../../shared/ipc/result.ts';";
    expect(await rulesBroken('renderer/parts/answer/planted.ts', part)).toEqual([]);
    const room =
      "import '../read/key-table.tsx';\nimport '../../../parts/login/login-draft.ts';\nimport './draft.ts';";
    expect(await rulesBroken('renderer/screens/entry/edit/planted.ts', room)).toEqual([]);
    expect(
      await rulesBroken('renderer/shell/planted.ts', "void import('../screens/entry/editor.tsx');"),
    ).toEqual([]);
    expect(await rulesBroken('renderer/trusted/planted.ts', "import '../styles/reset.css';")).toEqual([]);
  });

  it('lets the bridge be touched where it belongs', async () => {
    expect(await rulesBroken('renderer/api/planted.ts', 'void window.strongroom;')).toEqual([]);
  });
});

describe('the imports of a folder', () => {
  /** Sources below a folder, except tests and fixtures, with their imports: of values, of types, and dynamic. */
  function importsBelow(start: string): ReadonlyMap<string, readonly string[]> {
    const files = new Set(
      readdirSync(join(root, start), { recursive: true, encoding: 'utf8' })
        .map((file) => join(start, file))
        .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture|d)\.tsx?$/.test(file)),
    );
    return new Map(
      [...files].map((file) => [
        file,
        ts
          .preProcessFile(readFileSync(join(root, file), 'utf8'))
          .importedFiles.map(({ fileName }) => join(dirname(file), fileName))
          .filter((imported) => files.has(imported)),
      ]),
    );
  }

  /** The first import cycle; empty without one. */
  function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
    const done = new Set<string>();
    const walk = (file: string, way: readonly string[]): readonly string[] => {
      const from = way.indexOf(file);
      if (from >= 0) return [...way.slice(from), file];
      if (done.has(file)) return [];
      for (const next of imports.get(file) ?? []) {
        const circle = walk(next, [...way, file]);
        if (circle.length > 0) return circle;
      }
      done.add(file);
      return [];
    };
    for (const file of imports.keys()) {
      const circle = walk(file, []);
      if (circle.length > 0) return circle;
    }
    return [];
  }

  it.each(['electron', 'shared', 'renderer'])('make no circle, types included (%s)', (start) => {
    const imports = importsBelow(start);
    expect(imports.size).toBeGreaterThan(10);
    expect(circleIn(imports)).toEqual([]);
  });

  it('would be seen to make one', () => {
    const files: readonly (readonly [string, readonly string[]])[] = [
      ['a', ['b', 'c']],
      ['b', []],
      ['c', ['b', 'd']],
    ];
    expect(circleIn(new Map([...files, ['d', ['b']]]))).toEqual([]);
    expect(circleIn(new Map([...files, ['d', ['b', 'c']]]))).toEqual(['c', 'd', 'c']);
  });
});
