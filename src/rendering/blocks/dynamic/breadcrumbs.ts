import { escapeUrl } from '../../../text/urls.js';
import { type BlockPost } from '../../block-data.js';
import { ALL_CATEGORIES } from '../block-queries.js';
import { type Block, type BlockScope } from '../block-scope.js';
import { wrapperAttributes } from './wrapper.js';

interface Crumb {
  readonly id: number;
  readonly parent: number;
  readonly name: string;
  readonly link: string;
}

const MAX_DEPTH = 50;

/** The way from the home page to a post: the pages around it, or its first category with those around that. */
export function breadcrumbs(block: Block, post: BlockPost, { context }: BlockScope): string {
  const { separator = '/', showHomeItem = true, showCurrentItem = true } = block.attributes;
  const home = `<li><a href="${escapeUrl(`${context.site.blocks.home}/`)}">Home</a></li>`;
  const items = [
    ...(showHomeItem === true ? [home] : []),
    ...trail(post, context).map(({ name, link }) => `<li><a href="${escapeUrl(link)}">${name}</a></li>`),
    ...(showCurrentItem === true ? [`<li><span aria-current="page">${post.title}</span></li>`] : []),
  ];
  if (items.length === 0) return '';
  const sign = String(separator).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const attributes = wrapperAttributes(block, {
    style: `--separator: "${sign}"`,
    attributes: [['aria-label', 'Breadcrumbs']],
  });
  return `<nav ${attributes}><ol>${items.join('')}</ol></nav>`;
}

function trail(post: BlockPost, { blockData }: BlockScope['context']): Crumb[] {
  if (post.type === 'page') {
    const pages = (blockData.get({ kind: 'pages' }) ?? []).map(({ title, ...page }) => ({ ...page, name: title }));
    const own = pages.find(({ id }) => id === post.id);
    return own ? upwards(own.parent, pages) : [];
  }
  const category = post.terms.find(({ taxonomy }) => taxonomy === 'category');
  const categories = blockData.get(ALL_CATEGORIES) ?? [];
  const own = category && categories.find(({ link }) => link === category.link);
  return own ? upwards(own.id, categories) : [];
}

/** An item and those around it, the outermost first. */
function upwards(from: number, items: readonly Crumb[]): Crumb[] {
  const found: Crumb[] = [];
  for (let id = from; id !== 0 && found.length < MAX_DEPTH;) {
    const item = items.find((item) => item.id === id);
    if (!item) break;
    found.unshift(item);
    id = item.parent;
  }
  return found;
}
