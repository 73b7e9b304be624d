import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import Mustache from 'mustache';
import { type ContentDeclaration, ContentModel, DeclarationError, pageTemplatesOf } from '../../content-model/index.js';
import { CONFIG, type Config } from '../../platform/config/index.js';
import { StartError } from '../../platform/start/start-error.js';
import { html, Html, url } from './theme/html.js';

const STYLE = 'style.css';
const TEMPLATE = '.html';
/** Name of the template of the pages of a type. */
export const articleTemplate = (type: string) => `article-${type}`;

/** Members of views that are addresses: only those with an allowed scheme are written. */
const ADDRESS = /^(?:url|home|action|newer|older|restRoot|icon)$|Url$/;

/**
 * The owner's style sheet and templates (SITE_STYLE): a CSS file, or a folder with `style.css` and Mustache templates. Templates that
 * content types of modules declare for their pages are below those of the owner.
 */
@Injectable()
export class OwnTheme {
  readonly style?: string;
  private readonly templates = new Map<string, string>();

  constructor(@Inject(CONFIG) { sitePages: { style: path } }: Config, { declarations }: ContentModel) {
    this.addDeclared(declarations);
    if (path === undefined) return;
    const isFolder = this.read(path, () => statSync(path).isDirectory());
    const style = isFolder ? join(path, STYLE) : path;
    if (!isFolder || existsSync(style)) this.style = this.read(path, () => readFileSync(style, 'utf8'));
    if (!isFolder) return;
    const files = this.read(path, () => readdirSync(path).filter((name) => name.endsWith(TEMPLATE)));
    for (const name of files)
      this.templates.set(
        basename(name, TEMPLATE),
        this.read(path, () => readFileSync(join(path, name), 'utf8')),
      );
    for (const name of files) {
      const problem = problemOf(this.templates.get(basename(name, TEMPLATE))!, this.missingPartial);
      if (problem !== undefined) throw new StartError(`SITE_STYLE: "${join(path, name)}": ${problem}`);
    }
  }

  private addDeclared(declarations: readonly ContentDeclaration[]): void {
    for (const [type, { file, place }] of pageTemplatesOf(declarations)) {
      const fail = (problem: string) =>
        new DeclarationError(`Content type "${type}" (${place}): pageTemplate "${String(file)}" ${problem}.`);
      if (file.protocol !== 'file:' || !statSync(file, { throwIfNoEntry: false })?.isFile())
        throw fail("is not the URL of a file. Expected new URL('./NAME.html', import.meta.url)");
      const text = readFileSync(file, 'utf8');
      const problem = problemOf(text, (name) => `templates of modules cannot include others, such as "${name}"`);
      if (problem !== undefined) throw fail(`cannot be used: ${problem}`);
      this.templates.set(articleTemplate(type), text);
    }
  }

  private read<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new StartError(`SITE_STYLE: "${path}" cannot be read: ${(error as Error).message}`);
    }
  }

  /** Whether pages of entries of the type are rendered by a template. */
  hasArticle(type: string): boolean {
    return this.templates.has(articleTemplate(type)) || this.templates.has('article');
  }

  /** Undefined if there is no template of this name. */
  render(name: string, view: () => object): Html | undefined {
    const template = this.templates.get(name);
    if (template === undefined) return undefined;
    const values = viewOf(view());
    const partial = (other: string) => this.templates.get(other);
    try {
      return new Html(Mustache.render(template, values, partial, { escape: (value) => html`${value}`.markup }));
    } catch (error) {
      // Whether templates that include each other come to an end depends on the values.
      const hint = error instanceof RangeError ? ': does it include itself without an end?' : '.';
      throw new Error(`The template "${name}${TEMPLATE}" cannot be rendered (${(error as Error).message})${hint}`, {
        cause: error,
      });
    }
  }

  private readonly missingPartial = (name: string): string | undefined =>
    this.templates.has(name) ? undefined : `there is no "${name}${TEMPLATE}" in the folder`;
}

/** What is wrong with the text of a template. `partialProblem` says it of the name of a template that it includes. */
function problemOf(text: string, partialProblem: (name: string) => string | undefined): string | undefined {
  try {
    const tags = tagsOf(Mustache.parse(text) as Token[]);
    if (tags.some(([type]) => type === '&'))
      return 'write {{name}} instead of {{{name}}}; markup is not escaped anyway';
    return tags.flatMap(([type, name]) => (type === '>' ? (partialProblem(name) ?? []) : []))[0];
  } catch (error) {
    return (error as Error).message;
  }
}

/** Type, name, position and, of sections, the parts inside. */
type Token = [type: string, name: string, start: number, end: number, inside?: Token[]];

function tagsOf(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => [token, ...(Array.isArray(token[4]) ? tagsOf(token[4]) : [])]);
}

/** As templates see it: addresses are checked, empty markup counts as missing, functions are left out. */
function viewOf(value: unknown, name = ''): unknown {
  if (value instanceof Html) return value.markup === '' ? '' : value;
  if (Array.isArray(value)) return value.map((item) => viewOf(item, name));
  if (typeof value === 'function') return undefined;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, viewOf(member, key)]));
  return typeof value === 'string' && ADDRESS.test(name) ? url(value) : value;
}
