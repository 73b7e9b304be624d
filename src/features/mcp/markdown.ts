import { type Marked, type Token, type Tokens } from 'marked';

type Sdk = Pick<typeof import('marked'), 'Marked' | 'Parser'>;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const quoted = (text: string) => escaped(text).replaceAll('"', '&quot;');

/** Loaded with the first Markdown: most agents write HTML. */
async function load(): Promise<{ marked: Marked; inline: (tokens: Token[]) => string }> {
  const { Marked, Parser }: Sdk = await import('marked');
  return { marked: new Marked({ gfm: true, async: false }), inline: (tokens) => Parser.parseInline(tokens) };
}

/** Markdown as the content of an entry: blocks with the markup that the block editor saves, or HTML where there are no blocks. */
export async function contentOfMarkdown(text: string, { asBlocks }: { asBlocks: boolean }): Promise<string> {
  const { marked, inline } = await load();
  if (!asBlocks) return marked.parse(text, { async: false }).trimEnd();
  return blocksOf(marked.lexer(text), inline).join('\n\n');
}

type Inline = (tokens: Token[]) => string;

function blocksOf(tokens: readonly Token[], inline: Inline): string[] {
  return tokens.flatMap((token) => blockOf(token, inline) ?? []);
}

function blockOf(token: Token, inline: Inline): string | undefined {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      const html = `<h${depth} class="wp-block-heading">${inline(tokens)}</h${depth}>`;
      return block('heading', depth === 2 ? undefined : { level: depth }, html);
    }
    case 'paragraph': {
      const { tokens } = token as Tokens.Paragraph;
      const [only] = tokens;
      if (tokens.length === 1 && only?.type === 'image') return imageBlock(only as Tokens.Image);
      return block('paragraph', undefined, `<p>${inline(tokens)}</p>`);
    }
    case 'list':
      return listBlock(token as Tokens.List, inline);
    case 'code': {
      const { text } = token as Tokens.Code;
      return block('code', undefined, `<pre class="wp-block-code"><code>${escaped(text)}</code></pre>`);
    }
    case 'blockquote': {
      const inner = blocksOf((token as Tokens.Blockquote).tokens, inline).join('\n\n');
      return block('quote', undefined, `<blockquote class="wp-block-quote">${inner}</blockquote>`);
    }
    case 'hr':
      return block('separator', undefined, '<hr class="wp-block-separator has-alpha-channel-opacity"/>');
    case 'table':
      return tableBlock(token as Tokens.Table, inline);
    case 'html':
      return block('html', undefined, (token as Tokens.HTML).text.trimEnd());
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return block('paragraph', undefined, `<p>${tokens ? inline(tokens) : escaped(text)}</p>`);
    }
    default:
      return undefined;
  }
}

function block(name: string, attributes: object | undefined, html: string): string {
  const json = attributes ? ` ${JSON.stringify(attributes)}` : '';
  return `<!-- wp:${name}${json} -->\n${html}\n<!-- /wp:${name} -->`;
}

function imageBlock({ href, text }: Tokens.Image): string {
  return block(
    'image',
    undefined,
    `<figure class="wp-block-image"><img src="${quoted(href)}" alt="${quoted(text)}"/></figure>`,
  );
}

/** The text of an item, then the lists below it. */
function listBlock({ ordered, start, items }: Tokens.List, inline: Inline): string {
  const tag = ordered ? 'ol' : 'ul';
  const from = ordered && typeof start === 'number' && start !== 1 ? start : undefined;
  const itemsHtml = items.map(({ tokens }) => {
    const lists = tokens.filter((token): token is Tokens.List => token.type === 'list');
    const text = tokens
      .filter(({ type }) => type !== 'list' && type !== 'space')
      .map((token) => ('tokens' in token && token.tokens ? inline(token.tokens) : escaped(token.raw)))
      .join('<br>');
    return block('list-item', undefined, `<li>${text}${lists.map((list) => listBlock(list, inline)).join('')}</li>`);
  });
  const attributes = { ...(ordered && { ordered }), ...(from !== undefined && { start: from }) };
  const opening = `<${tag}${from === undefined ? '' : ` start="${from}"`} class="wp-block-list">`;
  return block('list', ordered ? attributes : undefined, `${opening}${itemsHtml.join('\n\n')}</${tag}>`);
}

function tableBlock({ header, rows }: Tokens.Table, inline: Inline): string {
  const row = (cells: readonly Tokens.TableCell[], tag: string) =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${inline(tokens)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('');
  const table = `<thead>${row(header, 'th')}</thead><tbody>${body}</tbody>`;
  return block(
    'table',
    undefined,
    `<figure class="wp-block-table"><table class="has-fixed-layout">${table}</table></figure>`,
  );
}
