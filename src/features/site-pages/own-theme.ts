import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import Mustache from 'mustache';
import { CONFIG, type Config } from '../../platform/config/index.js';
import { StartError } from '../../platform/start/start-error.js';
import { html, Html, url } from './theme/html.js';

const STYLE = 'style.css';
const TEMPLATE = '.html';
/** Members of views that are addresses: only those with an allowed scheme are written. */
const ADDRESS = /^(?:url|home|action|newer|older|restRoot|icon)$|Url$/;

/** The owner's style sheet and templates (SITE_STYLE): a CSS file, or a folder with `style.css` and Mustache templates. */
@Injectable()
export class OwnTheme {
  readonly style?: string;
  private readonly templates: ReadonlyMap<string, string> = new Map();

  constructor(@Inject(CONFIG) { sitePages: { style: path } }: Config) {
    if (path === undefined) return;
    try {
      if (!statSync(path).isDirectory()) {
        this.style = readFileSync(path, 'utf8');
        return;
      }
      if (existsSync(join(path, STYLE))) this.style = readFileSync(join(path, STYLE), 'utf8');
      const files = readdirSync(path).filter((name) => name.endsWith(TEMPLATE));
      this.templates = new Map(
        files.map((name) => [basename(name, TEMPLATE), readFileSync(join(path, name), 'utf8')] as const),
      );
    } catch (error) {
      throw new StartError(`SITE_STYLE: "${path}" cannot be read: ${(error as Error).message}`);
    }
    for (const [name, text] of this.templates) {
      const problem = this.problemOf(text);
      if (problem !== undefined) throw new StartError(`SITE_STYLE: "${join(path, name)}${TEMPLATE}": ${problem}`);
    }
  }

  /** Undefined if the owner has no template of this name. */
  render(name: string, view: () => object): Html | undefined {
    const template = this.templates.get(name);
    if (template === undefined) return undefined;
    const partial = (other: string) => this.templates.get(other);
    return new Html(Mustache.render(template, viewOf(view()), partial, { escape: (value) => html`${value}`.markup }));
  }

  private problemOf(text: string): string | undefined {
    try {
      const tags = tagsOf(Mustache.parse(text) as Token[]);
      if (tags.some(([type]) => type === '&'))
        return 'write {{name}} instead of {{{name}}}; markup is not escaped anyway';
      const missing = tags.find(([type, name]) => type === '>' && !this.templates.has(name));
      return missing && `there is no "${missing[1]}${TEMPLATE}" in the folder`;
    } catch (error) {
      return (error as Error).message;
    }
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
