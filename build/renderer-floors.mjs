/**
 * Layers of the renderer as a lint rule: imports go downwards only, static or dynamic, of values, types or styles,
 * and never to a neighbour on the same floor. Folders without a floor are refused, so that none is forgotten.
 */
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const renderer = fileURLToPath(new URL('../renderer', import.meta.url));

/** @typedef {readonly (readonly string[])[]} Floors Lowest first; `*` is any name. */

/** @type {Floors} */
const house = [
  ['styles', 'ui', 'api'],
  ['workspace'],
  ['parts/folder', 'parts/path', 'parts/plan', 'parts/session', 'parts/tree', 'parts/value'],
  ['parts/answer', 'parts/palette', 'parts/refusal'],
  ['parts/read'],
  ['parts/form'],
  ['parts/resource'],
  ['parts/entry-actions', 'parts/login'],
  ['screens/*'],
  ['shell', 'quick'],
  ['.'],
];

/** Screens large enough to have subfolders with floors. */
const inside = new Map(
  Object.entries({ 'screens/entry': [['read'], ['edit', 'versions'], ['merge'], ['.']] }),
);

/** Another page, which imports no code of the app's. */
const alone = new Map([['trusted', ['styles']]]);

/**
 * Folder of a file below `renderer`, two levels deep for parts and screens; `.` for the top.
 * @param {readonly string[]} path
 */
function roomOf([first = '', second = '', ...rest]) {
  if (second === '') return '.';
  return (first === 'parts' || first === 'screens') && rest.length > 0 ? `${first}/${second}` : first;
}

/**
 * Floor of a folder; -1 without one.
 * @param {Floors} floors
 * @param {string} room
 */
function floorOf(floors, room) {
  return floors.findIndex((floor) => floor.includes(room) || floor.includes(room.replace(/\/.*/, '/*')));
}

/**
 * Reason why a file must not import another, both as paths below `renderer`; undefined if allowed.
 * @param {readonly string[]} from
 * @param {readonly string[]} to
 * @returns {string | undefined}
 */
function refusal(from, to) {
  const [room, wanted] = [roomOf(from), roomOf(to)];
  if (room === wanted) {
    const rooms = inside.get(room);
    if (rooms === undefined) return undefined;
    return betweenRooms(rooms, roomOf(from.slice(2)), roomOf(to.slice(2)), `${room}/`);
  }
  const allowed = alone.get(room);
  if (allowed !== undefined)
    return allowed.includes(wanted) ? undefined : `renderer/${room} stands by itself: no ${wanted} in it.`;
  return betweenRooms(house, room, wanted, 'renderer/');
}

/**
 * @param {Floors} floors
 * @param {string} room
 * @param {string} wanted
 * @param {string} where
 */
function betweenRooms(floors, room, wanted, where) {
  if (room === wanted) return undefined;
  const [own, other] = [floorOf(floors, room), floorOf(floors, wanted)];
  if (own === -1) return `${where}${room} stands on no floor: build/renderer-floors.mjs names them.`;
  return other === -1 || other >= own
    ? `${where}${room} may import only rooms of the floors below it, not ${wanted}.`
    : undefined;
}

/** @param {string} file */
const below = (file) => relative(renderer, file).split(sep);

/** @typedef {{ readonly type: string, readonly value?: unknown }} Source */

/** @type {import('eslint').Rule.RuleModule} */
export const rendererFloors = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    /**
     * @param {import('eslint').Rule.Node} node
     * @param {Source | null | undefined} source
     */
    const check = (node, source) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const target = below(resolve(dirname(context.filename), source.value));
      if (target[0] === '..') return;
      const message = refusal(below(context.filename), target);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      /** @param {import('eslint').Rule.Node & { readonly source?: Source }} node An inline type import. */
      TSImportType: (node) => check(node, node.source),
    };
  },
};
