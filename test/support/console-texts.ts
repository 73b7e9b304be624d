import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const SOURCE = join(import.meta.dirname, '../../console/src');
const BLOCK_EDITOR = join(import.meta.dirname, '../../packages/block-editor/src');

/** Attributes, options and arguments that readers see. */
const TEXT_NAMES = new Set([
  ...['alt', 'aria-label', 'aria-description', 'confirm', 'error', 'help', 'hint', 'intro', 'label', 'message', 'name'],
  ...['placeholder', 'question', 'text', 'title', 'tooltip'],
]);
const TEXT_CALLS = /^(?:ask|alert|confirm|toast\.\w+|useTitle|announce)$/;
/** A word, and no identifier, address, CSS or code. */
const WORDS = /\p{L}{2,}/u;
/** What begins with a capital letter and continues with words is prose, wherever it stands. */
const PROSE = /^\p{Lu}[\p{Ll}’']*(?: [\p{L}\p{N}’'“”]+[,;:]?)+[.?!…]?$/u;

const PRODUCTS = new Set(['Node.js']);

const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('');
  return undefined;
};

/** Texts of a source file that are not in the catalogue, as `line: text`. */
export function textsOutside(name: string, source: string): string[] {
  const file = parse(name, source);
  const found: string[] = [];
  const report = (node: ts.Node, text: string) =>
    found.push(`${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: ${text.trim()}`);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxText(node) && WORDS.test(node.text) && !PRODUCTS.has(node.text.trim())) report(node, node.text);
    const text = textOf(node);
    if (text !== undefined && WORDS.test(text) && (isShown(node) || PROSE.test(text))) report(node, text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether a string is a child or text attribute of an element, a text option, or an argument of a call that shows its arguments. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return isShown(parent);
  if (ts.isParenthesizedExpression(parent)) return isShown(parent);
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken)
    return /^(?:&&|\|\||\?\?|\+)$/.test(parent.operatorToken.getText()) && isShown(parent);
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? isText(parent.parent.name) : true;
  if (ts.isJsxAttribute(parent)) return isText(parent.name);
  if (ts.isPropertyAssignment(parent))
    return parent.initializer === node && isText(parent.name) && PROSE.test(textOf(node) ?? '');
  return ts.isCallExpression(parent) && parent.expression !== node && TEXT_CALLS.test(parent.expression.getText());
}

const isText = (name: ts.Node) => TEXT_NAMES.has(name.getText()) && name.getText() !== 'name';

export function consoleSources(): [name: string, source: string][] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && name !== 'catalogue.ts')
    .map((name) => [name, readFileSync(join(SOURCE, name), 'utf8')]);
}

/** Panels of the block editor with texts of the console. */
const panelSources = (): [name: string, source: string][] =>
  ['fields-panel.ts', 'search-panel.ts'].map((name) => [name, readFileSync(join(BLOCK_EDITOR, name), 'utf8')]);

/** Paths of messages that no code names. A group that is passed on, or looked up by a value, is used as a whole. */
export function unusedMessages(messages: readonly string[]): string[] {
  const used = new Set(
    [...consoleSources(), ...panelSources()].flatMap(([name, source]) => usedPaths(name, source, messages)),
  );
  const isUsed = (path: string): boolean => {
    const parents = path.split('.').map((_, index, names) => names.slice(0, index + 1).join('.'));
    return parents.some((parent) => used.has(parent));
  };
  return messages.filter((path) => !isUsed(path));
}

/** Paths of the messages and groups that a source file names: `t.actions.save`, also by names such as `const { actions } = t`. */
export function usedPaths(fileName: string, source: string, messages: readonly string[]): string[] {
  const file = parse(fileName, source);
  // A name may stand for several paths, in several functions.
  const names = new Map([['t', ['']]]);
  const isGroup = (path: string) => path === '' || messages.some((message) => message.startsWith(`${path}.`));
  const join = (path: string, member: string) => (path === '' ? member : `${path}.${member}`);
  const name = (identifier: string, path: string) => names.set(identifier, [...(names.get(identifier) ?? []), path]);
  const pathsOf = (node: ts.Node): readonly string[] => {
    if (ts.isIdentifier(node)) return names.get(node.text) ?? [];
    if (!ts.isPropertyAccessExpression(node)) return [];
    return pathsOf(node.expression)
      .filter(isGroup)
      .map((path) => join(path, node.name.text));
  };
  const rename = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) {
      for (const path of pathsOf(node.initializer)) {
        if (ts.isIdentifier(node.name)) name(node.name.text, path);
        if (!ts.isObjectBindingPattern(node.name)) continue;
        for (const { name: own, propertyName } of node.name.elements)
          name(own.getText(file), join(path, (propertyName ?? own).getText(file)));
      }
    }
    ts.forEachChild(node, rename);
  };
  rename(file);
  const used: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isBindingElement(node)) return;
    const paths = pathsOf(node).filter((path) => path !== '');
    // A name for a group is no use of the group.
    const isName = ts.isVariableDeclaration(node.parent ?? node);
    used.push(...paths.filter((path) => !isName || !isGroup(path)));
    if (paths.length === 0) ts.forEachChild(node, visit);
  };
  visit(file);
  return used;
}

const parse = (name: string, source: string) =>
  ts.createSourceFile(
    name,
    source,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** Words in the markup of `html` templates, and in their attributes that are read aloud or shown. */
export function textsInTemplates(name: string, source: string): string[] {
  const file = parse(name, source);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === 'html') {
      const markup = textOf(node.template)!;
      const attributes = [...markup.matchAll(/\s(?:alt|aria-label|placeholder|title)="([^"]*)"/g)].map(
        ([, text]) => text!,
      );
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      for (const text of [...attributes, markup.replace(/<[^<>]*>?/g, ' ').replace(/&\w+;/g, ' ')]) {
        const words = text.replaceAll(/\b(?:RSS|HTML)\b|^[^<>]*="/g, '').trim();
        if (WORDS.test(words)) found.push(`${line}: ${words}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

export function sourcesOf(folder: string): [name: string, source: string][] {
  const path = join(import.meta.dirname, '../..', folder);
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => [join(folder, name), readFileSync(join(path, name), 'utf8')]);
}
