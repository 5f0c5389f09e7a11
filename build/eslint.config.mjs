/** Lint: type-aware correctness, hooks, accessibility, queries, and the project's import rules. */
import query from '@tanstack/eslint-plugin-query';
import { defineConfig } from 'eslint/config';
// @ts-expect-error The plugin has no types.
import untypedJsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { rendererFloors } from './renderer-floors.mjs';

/** @typedef {{ group: string[], importNames?: string[], message: string, allowTypeImports?: boolean }} Refusal */

/**
 * Builds the rule entry that refuses imports.
 * @param {...Refusal} patterns
 * @returns {import('eslint').Linter.RulesRecord}
 */
function refuse(...patterns) {
  return { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] };
}

const node = {
  group: ['node:*', 'undici', 'undici/*', 'zod', 'zod/*', 'node-forge'],
  message: 'The renderer has no Node and no schema library.',
};
const electron = {
  group: ['electron', 'electron/*'],
  message: 'Electron is reached through electron/platform and electron/window.',
};
const main = {
  group: ['**/electron/**'],
  message: 'The renderer and shared/ know nothing of the main process.',
};
const mutations = {
  group: ['@tanstack/*'],
  importNames: ['useMutation', 'MutationObserver'],
  message: 'What changes something is a function of renderer/api; components run it by useAction.',
};
const renderer = { group: ['**/renderer/**'], message: 'The main process knows nothing of the renderer.' };
const tests = {
  group: ['vitest', '@playwright/test', '**/e2e/**', '**/build/**'],
  message: 'The product knows nothing of its tests and its build.',
};
const notTests = ['**/*.test.ts', '**/*.test.tsx', '**/*.fixture.ts', '**/*.fixture.tsx'];

/** Layers of electron/core, lowest first: a folder imports only folders of lower floors. */
const floors = [
  ['credentials', 'connection'],
  ['gates'],
  ['session', 'profiles', 'updates'],
  ['login', 'entries', 'tokens', 'refusal', 'console'],
  ['sessions'],
  ['wrapping', 'policies', 'administration'],
  ['cluster', 'ceremonies'],
];
const rooms = floors.flat();

/**
 * Folders that a folder must not import: the others on its own floor, and all above.
 * @param {string} room
 */
function roomsAbove(room) {
  const own = floors.findIndex((floor) => floor.includes(room));
  return floors
    .slice(own)
    .flat()
    .filter((one) => one !== room);
}

const aboveTheCore = {
  group: [
    '**/ipc/**',
    '!**/shared/ipc/**',
    '**/platform/**',
    '**/window/**',
    '**/work/**',
    '**/services/**',
    '**/start/**',
  ],
  message: 'The core knows nothing of the bridge, of Electron and of jobs.',
};

/** The only file that opens a connection to a server. */
const GATE = 'electron/core/gates/open-client.ts';
/** The only file that opens a connection elsewhere: to the update feed. */
const FEED = 'electron/core/gates/feed-contact.ts';
/** Listens on this machine for the OIDC provider's redirect through the browser; it connects to nothing. */
const LISTENER = 'electron/core/login/oidc-listener.ts';
/** Files of the Vault client that open connections. */
const connecting = ['client', 'client-lines', 'connector', 'shown-chain', 'tunnel', 'file-getter'];

const message = `Connections to a server begin in ${GATE}: it takes the proof that a person has confirmed the place.`;
const client = {
  group: connecting.map((name) => `**/vault/http/${name}.ts`),
  allowTypeImports: true,
  message,
};
const undici = { group: ['undici', 'undici/*'], allowTypeImports: true, message };
const network = {
  group: ['node:net', 'node:tls', 'node:dns', 'node:dns/*', 'node:https', 'node:http2', 'node:dgram'],
  allowTypeImports: true,
  message,
};
const http = { group: ['node:http'], allowTypeImports: true, message };

/** The same for `import()`, which the import rule does not see, and for globals. */
const noOtherWay = {
  'no-restricted-syntax': /** @type {import('eslint').Linter.RuleEntry} */ ([
    'error',
    {
      selector: `ImportExpression[source.value=/^(node:)?(net|tls|dns|https?|http2|dgram)($|.promises)|^undici|vault.http.(${connecting.join('|')}).ts$/]`,
      message,
    },
  ]),
  'no-restricted-globals': /** @type {import('eslint').Linter.RuleEntry} */ ([
    'error',
    ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message })),
  ]),
};

/** An object literal spread into another hides its members from the formatter, and says nothing more than they do. */
const ownRules = {
  rules: {
    'no-literal-spread': /** @type {import('eslint').Rule.RuleModule} */ ({
      create: (context) => {
        const report = (/** @type {import('eslint').Rule.Node} */ node) =>
          context.report({ node, message: 'Write the members themselves: the formatter gives each a line.' });
        return {
          'ObjectExpression > SpreadElement > ObjectExpression': report,
          'JSXSpreadAttribute > ObjectExpression': report,
        };
      },
    }),
  },
};

const jsxA11y = /** @type {{ flatConfigs: { recommended: import('eslint').Linter.Config } }} */ (
  untypedJsxA11y
);

export default defineConfig(
  { ignores: ['node_modules/**', 'build/out/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['shared', 'electron', 'electron/vault', 'renderer', 'e2e', 'build'].map(
          (f) => `./${f}/tsconfig.json`,
        ),
        tsconfigRootDir: new URL('..', import.meta.url).pathname,
      },
    },
    plugins: { strongroom: ownRules },
    rules: {
      eqeqeq: ['error', 'always'],
      'strongroom/no-literal-spread': 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Allows numbers in templates.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // A type parameter used once lets the caller name the type of a value that has none.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/only-throw-error': 'error',
      // Spreading a text always means its code points.
      '@typescript-eslint/no-misused-spread': 'off',
      // Index signatures are read by name on purpose (noPropertyAccessFromIndexSignature).
      '@typescript-eslint/dot-notation': 'off',
      'no-restricted-properties': [
        'error',
        ...['waitFor', 'waitUntil'].map((property) => ({
          object: 'vi',
          property,
          message: 'It gives up after a second: use expect.poll, or waitFor of Testing Library.',
        })),
      ],
    },
  },
  { files: ['**/*.mjs', 'e2e/**'], rules: { 'no-console': 'off' } },
  {
    // Plain JavaScript, typed in comments: parsed JSON and untyped packages stay `any` there.
    files: ['**/*.mjs'],
    rules: Object.fromEntries(
      ['assignment', 'argument', 'class-instance-assignment', 'member-access', 'call', 'return'].map(
        (what) => [`@typescript-eslint/no-unsafe-${what}`, 'off'],
      ),
    ),
  },
  {
    files: ['shared/**'],
    ignores: notTests,
    rules: refuse(electron, node, main, renderer, tests, {
      group: ['react', 'react-dom', 'react/*'],
      message: 'shared/ is plain language: no framework.',
    }),
  },
  {
    files: ['electron/vault/**'],
    ignores: notTests,
    rules: refuse(electron, renderer, tests, {
      group: ['**/core/**', '**/ipc/**', '!**/shared/ipc/**', '**/platform/**', '**/window/**', '**/work/**'],
      message: 'The Vault client stands alone.',
    }),
  },
  ...rooms.flatMap((room) => {
    const above = roomsAbove(room).map((one) => `**/${one}/**`);
    const message = `core/${room} may import only rooms of the floors below it.`;
    const walls = [
      ...[electron, renderer, tests, aboveTheCore],
      // The only folder on the top floor has none above it.
      ...(above.length === 0 ? [] : [{ group: above, message }]),
    ];
    const inRoom = (/** @type {string} */ file) => file.startsWith(`electron/core/${room}/`);
    return [
      {
        files: [`electron/core/${room}/**`],
        ignores: notTests,
        rules: refuse(...walls, client, undici, network, http),
      },
      ...[GATE].filter(inRoom).map((file) => ({ files: [file], rules: refuse(...walls, undici, http) })),
      ...[FEED]
        .filter(inRoom)
        .map((file) => ({ files: [file], rules: refuse(...walls, undici, network, http) })),
      ...[LISTENER]
        .filter(inRoom)
        .map((file) => ({ files: [file], rules: refuse(...walls, client, undici, network) })),
    ];
  }),
  {
    files: ['electron/core/*.ts', 'electron/work/**'],
    ignores: notTests,
    rules: refuse(electron, renderer, tests, aboveTheCore, client, undici, network, http),
  },
  {
    files: ['electron/**'],
    ignores: [...notTests, 'electron/vault/**', GATE, FEED],
    rules: noOtherWay,
  },
  {
    files: ['electron/disk/**'],
    ignores: notTests,
    rules: refuse(electron, renderer, tests, {
      group: ['**/core/**', '**/ipc/**', '**/platform/**', '**/window/**', '**/work/**', '**/vault/**'],
      message: 'disk/ reads and writes files and knows nothing else.',
    }),
  },
  {
    files: ['electron/ipc/**'],
    ignores: [...notTests, 'electron/ipc/register*'],
    rules: refuse(
      { ...electron, allowTypeImports: true },
      renderer,
      tests,
      {
        group: ['**/platform/**', '**/window/**'],
        message: 'Calls reach the outside through their services.',
      },
      client,
      undici,
      network,
      http,
    ),
  },
  {
    files: ['electron/services/**'],
    ignores: notTests,
    rules: refuse(
      ...[electron, renderer, tests],
      {
        group: ['**/platform/**', '**/window/**', '**/start/**'],
        message: 'The services reach Electron through the platform that they are given.',
      },
      client,
      undici,
      network,
      http,
    ),
  },
  {
    files: [
      'electron/*.ts',
      'electron/start/**',
      'electron/platform/**',
      'electron/window/**',
      'electron/ipc/register*',
    ],
    ignores: notTests,
    rules: refuse(renderer, tests, client, undici),
  },
  {
    files: ['renderer/**'],
    ignores: notTests,
    extends: [jsxA11y.flatConfigs.recommended, ...query.configs['flat/recommended']],
    plugins: {
      'react-hooks': /** @type {import('eslint').ESLint.Plugin} */ (/** @type {unknown} */ (reactHooks)),
      house: { rules: { floors: rendererFloors } },
    },
    rules: {
      ...refuse(electron, node, main, tests, mutations),
      'house/floors': 'error',
      // The other rules of this plugin are about React's compiler, which is not used here.
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // A window is not a web page: the first field of a form takes the focus.
      'jsx-a11y/no-autofocus': 'off',
      // Scroll containers must be reachable by keyboard; a splitter is a focusable separator. Axe checks at runtime.
      'jsx-a11y/no-noninteractive-tabindex': 'off',
      'jsx-a11y/no-noninteractive-element-interactions': 'off',
      'jsx-a11y/interactive-supports-focus': 'off',
    },
  },
  {
    // A longer function does several things: each gets a unit, a hook, a component or a table of its own.
    files: ['electron/**', 'shared/**', 'renderer/**'],
    ignores: notTests,
    rules: { 'max-lines-per-function': ['error', { max: 120 }] },
  },
  {
    files: ['renderer/**'],
    ignores: [...notTests, 'renderer/api/**', 'renderer/trusted/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[property.name='strongroom']",
          message: 'Only renderer/api touches the bridge.',
        },
      ],
    },
  },
  {
    // Tests access internals, and repeat code if that is clearer.
    files: notTests.concat('e2e/**'),
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
);
