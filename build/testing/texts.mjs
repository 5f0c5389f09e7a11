/**
 * Display texts of the app, and the names that its code gives to files, types and exports, read from the sources with
 * the TypeScript compiler. Tests and build scripts are not part of the app.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { root } from '../setup/places.mjs';

/** @typedef {{ file: string, line: number, text: string }} Found */

const folders = ['renderer', 'electron', 'shared'];

/** Sources of the app, relative to the root. */
export function sources() {
  return filesIn(folders).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|fixture|d)\.tsx?$/.test(file) && !file.includes('/fixtures/'),
  );
}

/** Sources of the app, its tests and its build. */
export function allSources() {
  return filesIn([...folders, 'e2e', 'build']).filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && !/^build\/out\/|\.d\.ts$/.test(file),
  );
}

/** @param {readonly string[]} within */
function filesIn(within) {
  return within
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/**
 * Texts between tags, in attributes, and in every other string that looks like words: with a space or a capital.
 * @param {string} file relative to the root
 * @returns {Found[]}
 */
export function textsOf(file) {
  const source = parse(file);
  /** @type {Found[]} */
  const found = [];
  /** @param {ts.Node} node @param {string} text */
  const take = (node, text) => {
    const said = text.replace(/\s+/g, ' ').trim();
    if (/\p{L}/u.test(said)) found.push({ file, line: lineOf(source, node), text: said });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isJsxText(node)) take(node, node.text);
    else if (ts.isStringLiteralLike(node) && isShown(node)) take(node, node.text);
    // With a placeholder for each value, so that a text stays in one piece.
    else if (ts.isTemplateExpression(node)) {
      const text = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
      if (readsLikeWords(text)) take(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * The name of the file and every name that it declares, local ones and members of types too.
 * @param {string} file relative to the root
 * @returns {Found[]}
 */
export function declaredNamesOf(file) {
  const source = parse(file);
  /** @type {Found[]} */
  const found = [{ file, line: 1, text: basename(file).replace(/\.\w+$/, '') }];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const { name } = /** @type {{ name?: ts.Node }} */ (node);
    const isDeclared = name !== undefined && !notDeclaring.has(node.kind);
    if (isDeclared && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)))
      found.push({ file, line: lineOf(source, name), text: name.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Nodes whose name is defined elsewhere or is data: members read, members of a literal, imports, attributes. */
const notDeclaring = new Set([
  ...[ts.SyntaxKind.PropertyAccessExpression, ts.SyntaxKind.PropertyAssignment],
  ...[ts.SyntaxKind.ShorthandPropertyAssignment, ts.SyntaxKind.ImportSpecifier],
  ...[ts.SyntaxKind.ExportSpecifier, ts.SyntaxKind.JsxAttribute, ts.SyntaxKind.MetaProperty],
]);

/**
 * All comments, each with its lines joined.
 * @param {string} file relative to the root
 * @returns {Found[]}
 */
export function commentsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  // Consecutive `//` lines form one comment.
  const comments = text.matchAll(/\/\*\*?\s[^]*?\*\/|(?<=^|\s)\/\/ .*(?:\n\s*\/\/ .*)*/gm);
  return [...comments].map(({ 0: comment, index }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    text: comment.replace(/\n\s*(\*|\/\/)/g, ' ').replace(/\s+/g, ' '),
  }));
}

/**
 * Code that decides by words: a comparison, a case or a search with a text of two words or more, and a pattern of such.
 * @param {string} file relative to the root
 * @returns {Found[]}
 */
export function decisionsByWords(file) {
  const source = parse(file);
  /** @type {Found[]} */
  const found = [];
  const twoWords = /\p{L}{3,} \p{Ll}{2,}/u;
  /** @param {ts.Node | undefined} node */
  const isWords = (node) => node !== undefined && ts.isStringLiteral(node) && twoWords.test(node.text);
  /** @param {ts.Node} node */
  const visit = (node) => {
    const decides =
      (ts.isBinaryExpression(node) && isComparison(node) && (isWords(node.left) || isWords(node.right))) ||
      (ts.isCaseClause(node) && isWords(node.expression)) ||
      (ts.isCallExpression(node) &&
        ts.isPropertyAccessExpression(node.expression) &&
        ['includes', 'startsWith', 'endsWith', 'indexOf'].includes(node.expression.name.text) &&
        isWords(node.arguments[0])) ||
      (ts.isRegularExpressionLiteral(node) && twoWords.test(node.text));
    if (decides) found.push({ file, line: lineOf(source, node), text: node.getText(source) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The words of a name, in lower case: `OneTimeResultsStatus`, `one-time-results-status`. @param {string} name */
export function wordsOfName(name) {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '');
}

/** @param {string} file */
function parse(file) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    kind,
  );
}

/** @param {ts.SourceFile} source @param {ts.Node} node */
function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** Attributes and members that are not displayed. */
const notRead = /^(className|id|key|type|role|name|variant|side|align|href|tone|kind|method|rel|data-.*)$/;
/** Attributes and members that are displayed, even if short. */
const read =
  /^(label|title|placeholder|hint|description|action|busy|area|reason|note|explain|aria-label|says|words)$/;

/** @param {ts.StringLiteralLike} node */
function isShown(node) {
  const { parent } = node;
  if (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isBinaryExpression(parent)
  )
    return ts.isBinaryExpression(parent) && readsLikeWords(node.text) && !isComparison(parent);
  // Dynamic imports.
  if (/^\.{1,2}\//.test(node.text)) return false;
  const name = nameAround(node);
  if (name !== undefined && notRead.test(name)) return false;
  return (name !== undefined && read.test(name)) || readsLikeWords(node.text);
}

/** @param {ts.BinaryExpression} node */
function isComparison({ operatorToken }) {
  return /^[!=]==?$/.test(operatorToken.getText());
}

/** The attribute or member that a string is the value of. @param {ts.Node} node */
function nameAround(node) {
  let { parent } = node;
  while (
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isJsxExpression(parent)
  )
    ({ parent } = parent);
  if (ts.isJsxAttribute(parent)) return parent.name.getText();
  return ts.isPropertyAssignment(parent) ? parent.name.getText().replaceAll("'", '') : undefined;
}

/** @param {string} text */
function readsLikeWords(text) {
  return /\p{L}[\p{L}’']*[ ,.:…]+\S*\p{L}|^\p{Lu}\p{Ll}+/u.test(text) && !/^[\w$-]+(\.[\w$-]+)+$/.test(text);
}
