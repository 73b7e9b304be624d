import { balanceTags } from '../sanitise/balance-tags.js';
import { trimWords } from '../text/trim.js';
import { convertChars } from '../text/typography.js';
import { autop } from './autop/autop.js';
import { isInBlocks } from './blocks/delimiters.js';
import { textOfBlocks } from './blocks/excerpt.js';
import { renderAttachmentDescription, renderContent } from './content.js';
import { type RenderAttachment, type RenderContext } from './context.js';
import { stripShortcodes } from './shortcodes/run.js';
import { shortcodeUnautop } from './shortcodes/unautop.js';
import { convertSmilies } from './smilies.js';
import { texturize } from './texturize/texturize.js';

const WORDS = 55;
const MORE = ' [&hellip;]';
const NEXT_PAGE = '<!--nextpage-->';

/** The HTML of a written excerpt (or caption). */
export function renderExcerpt(excerpt: string, context: RenderContext): string {
  const typeset = texturize(excerpt, context.shortcodes);
  const withSmilies = context.site.smilies ? convertSmilies(typeset, context.site.url) : typeset;
  return shortcodeUnautop(autop(convertChars(withSmilies)), context.shortcodes);
}

/** The written excerpt or else the beginning of the content; what `renderExcerpt` is given. */
export function excerptText(
  excerpt: string,
  content: string,
  context: RenderContext,
  attachment?: RenderAttachment,
): string {
  return excerpt === '' ? automaticExcerpt(content, context, attachment) : excerpt;
}

function automaticExcerpt(content: string, context: RenderContext, attachment?: RenderAttachment): string {
  const stripped = stripShortcodes(teaser(firstPage(content)), context.shortcodes);
  const source = isInBlocks(stripped, context) ? textOfBlocks(stripped) : stripped;
  const html = attachment ? renderAttachmentDescription(source, attachment, context) : renderContent(source, context);
  return trimWords(html.replaceAll(']]>', ']]&gt;'), WORDS, MORE);
}

function firstPage(content: string): string {
  if (!content.includes(NEXT_PAGE)) return content;
  // One after another, so that up to two newlines on each side go.
  const joined = content
    .replaceAll(`\n${NEXT_PAGE}\n`, NEXT_PAGE)
    .replaceAll(`\n${NEXT_PAGE}`, NEXT_PAGE)
    .replaceAll(`${NEXT_PAGE}\n`, NEXT_PAGE);
  const start = joined.startsWith(NEXT_PAGE) ? NEXT_PAGE.length : 0;
  const end = joined.indexOf(NEXT_PAGE, start);
  return joined.slice(start, end === -1 ? undefined : end);
}

/** What stands before `<!--more-->` (or `<!--more text-->` on one line), with the tags it leaves open closed. */
function teaser(content: string): string {
  const mark = '<!--more';
  let end = 0;
  for (let at = content.indexOf(mark); at !== -1;) {
    if (end < at + mark.length) end = content.indexOf('-->', at + mark.length);
    if (end === -1) return content;
    const newline = content.indexOf('\n', at);
    if (newline === -1 || end < newline) return balanceTags(content.slice(0, at));
    at = content.indexOf(mark, newline);
  }
  return content;
}
