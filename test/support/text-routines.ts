import { booleanAttribute } from '../../src/rendering/blocks/block.js';
import { serializeBlock } from '../../src/rendering/blocks/filter-blocks.js';
import { type RenderAttachment } from '../../src/rendering/render-context.js';
import { embedCacheKey, embedRequest } from '../../src/rendering/embeds/embed-request.js';
import { expandEmbeds } from '../../src/rendering/embeds/embeds.js';
import { embedViewUrl, frameAttributes, ownPostEmbed } from '../../src/rendering/embeds/own-post.js';
import { rememberPlace, rememberRules } from '../../src/rendering/blocks/layout-rules.js';
import { childLayoutClass, layoutClasses } from '../../src/rendering/blocks/layout.js';
import { foldBlocks, isInBlocks, blockDelimiters } from '../../src/rendering/blocks/render-blocks.js';
import { blockQueries } from '../../src/rendering/blocks/block-queries.js';
import { blocksOf, writeBlocks } from '../../src/rendering/blocks/block-json.js';
import { readBlocksStrictly } from '../../src/rendering/blocks/block-tree.js';
import { BLOCKS, renderExcerptBlocks, renderStyledBlocks } from '../../src/rendering/blocks/styled-blocks.js';
import { connectSubmenus, pageListColors, submenusOf } from '../../src/rendering/blocks/dynamic/submenus.js';
import { declaration, partAttributes, partStyle, templateItem } from '../../src/rendering/blocks/dynamic/wrapper.js';
import { lengthText } from '../../src/rendering/blocks/dynamic/reading-time.js';
import { clampedSize, fluidFontSize, fluidSize } from '../../src/rendering/blocks/supports.js';
import {
  addAttributes,
  addAttributesInTurn,
  attributeText,
  addClasses,
  addStyle,
  attributeOf,
  firstTag,
  firstTagWithClass,
  firstTagWithClasses,
  lastTagWithClass,
  prioritizeImages,
  setAttribute,
} from '../../src/rendering/blocks/tags.js';
import { makeImagesResponsive, isFromOtherEdit, srcset } from '../../src/rendering/media/responsive.js';
import { lookupsIn, renderNeeds, unknownContent } from '../../src/rendering/needs.js';
import { contentInLoop, firstPage, teaser } from '../../src/rendering/page-parts.js';
import * as pipelines from '../../src/rendering/pipelines.js';
import { RenderCounters } from '../../src/rendering/render-counters.js';
import { renumbered } from '../../src/rendering/renumber.js';
import { parseAttributes } from '../../src/rendering/shortcode-attributes.js';
import { caption, captionParts } from '../../src/rendering/shortcodes/builtin/caption.js';
import { gallery, galleryQuery } from '../../src/rendering/shortcodes/builtin/gallery.js';
import { playlist } from '../../src/rendering/shortcodes/builtin/playlist.js';
import * as players from '../../src/rendering/shortcodes/builtin/players.js';
import {
  audio,
  audioPlayer,
  video,
  videoPlayer,
  withoutQueryArgument,
  withQueryArgument,
} from '../../src/rendering/shortcodes/builtin/players.js';
import { replaceInElement } from '../../src/rendering/shortcodes/in-elements.js';
import { namesIn, replaceShortcodes, ShortcodeScanner } from '../../src/rendering/shortcodes/shortcode-parser.js';
import {
  replaceRegistered,
  runShortcodes,
  stripShortcodes,
  shortcodeUnautop,
} from '../../src/rendering/shortcodes/run.js';
import { convertSmilies } from '../../src/rendering/smilies.js';
import { csvLine } from '../../src/text/csv.js';
import { exactMatch, isSameName } from '../../src/text/exact-match.js';
import {
  dateFromGmt,
  dateWithGmt,
  formatDate,
  formatMysqlDate,
  gmtByCurrentOffset,
  gmtFromDate,
  mysqlToRfc3339,
  siteDate,
} from '../../src/text/dates.js';
import { gapAt } from '../../src/text/skipped-hours.js';
import { cleanEmail, isEmail } from '../../src/text/email.js';
import { isShown } from '../../src/text/field-conditions.js';
import { cleanFileName } from '../../src/text/files.js';
import { runEnd, runStart, tagEnd } from '../../src/text/html-tokens.js';
import { parseSlugList } from '../../src/text/lists.js';
import { allowedMimeTypes, fileTypeOf, registeredMimeTypes, typeOfExtension } from '../../src/text/mime.js';
import {
  decodeUtf8OrLatin1,
  trimCharacters,
  trimEndCharacters,
  trimStartCharacters,
} from '../../src/text/php-strings.js';
import { serialize, unserialize } from '../../src/text/php/index.js';
import { parsePhpQuery, TooManyParameters } from '../../src/text/php/php-query.js';
import { filterCommentContent, filterHtml } from '../../src/text/sanitize/kses.js';
import { POST_SET } from '../../src/text/sanitize/kses-tables.js';
import { cutSlug, numberedSlug, slugify, slugifyWithDashes } from '../../src/text/slug.js';
import { texturize } from '../../src/text/texturize.js';
import { dropSpaceAround, dropSpaceBefore, skipSpace } from '../../src/text/whitespace.js';
import { BUILT_IN, DIALECTS, testContext } from './rendering/context.js';

const context = testContext();
const types = {
  registered: registeredMimeTypes({ fileTypes: 'flac' }),
  allowed: allowedMimeTypes({ fileTypes: 'flac', unfilteredHtml: false }),
};
const zone = { timezoneString: 'Europe/Berlin', gmtOffset: 0 };
const slugs = { slashBecomesDash: true };
const email = { minLength: 3 };
const names = BUILT_IN.names();
const outOf = () => '-';
const player = { kind: 'audio' as const, instance: 1, sources: [] };
const image = { width: 600, height: 400, file: 'a-e1234567890123.jpg', sizes: new Map() };
const attributesOf = (text: string) =>
  new Map(['ids', 'src', 'mp3', 'mp4', 'caption', 'width', 'orderby', 'class', 'style'].map((name) => [name, text]));
const embedded = (text: string) => ({
  link: `http://a.example/${text}`,
  title: text,
  siteName: text,
  endsWithSlash: true,
});
const attached = (text: string): RenderAttachment => ({
  ...{
    id: 1,
    url: text,
    link: text,
    title: text,
    caption: text,
    alt: text,
    mime: 'image/jpeg',
    menuOrder: 0,
    date: '',
  },
});

const BLOCK_THEME = { gap: '1rem', blockGaps: {}, padsRoot: true, fluidWidth: 1340 };

/** How routines are called that take more than a text, by module and export. */
const PIPELINES = { excerpt: () => '', content: () => '', comment: () => '' };

let classes = 0;
/** Rules are made once for each class. */
const newClass = () => `timed-${classes++}`;

/** As many parameters as the text has, except for names with more brackets than are accepted. */
function parameters(text: string): unknown {
  try {
    return parsePhpQuery(text, { pairs: Infinity, depth: 32 });
  } catch (error) {
    if (error instanceof TooManyParameters) return undefined;
    throw error;
  }
}

export const ROUTINES: ReadonlyMap<string, (text: string) => unknown> = new Map<string, (text: string) => unknown>([
  ['text/csv csvLine', (text) => csvLine([text, text])],
  ['text/php/php-query parsePhpQuery', parameters],
  ['text/exact-match isSameName', (text) => isSameName(text, `${text}a`, 'email')],
  ['text/exact-match exactMatch', (text) => exactMatch([text, `${text}a`], (row) => row, `${text}b`, 'email')],
  ['text/dates formatDate', (text) => formatDate(text, 0)],
  ['text/dates dateFromGmt', (text) => dateFromGmt(text, zone)],
  ['text/dates dateWithGmt', (text) => dateWithGmt(text, false, zone)],
  ['text/dates formatMysqlDate', (text) => formatMysqlDate('Y-m-d', text)],
  ['text/dates gmtByCurrentOffset', (text) => gmtByCurrentOffset(text, zone)],
  ['text/dates gmtFromDate', (text) => gmtFromDate(text, zone)],
  ['text/dates siteDate', (text) => siteDate(text, zone)],
  ['text/skipped-hours gapAt', (text) => gapAt(text, 'Europe/Berlin')],
  ['text/email cleanEmail', (text) => cleanEmail(`a@${text}`, email)],
  ['text/email isEmail', (text) => isEmail(`a@${text}.cc`, email)],
  [
    'text/field-conditions isShown',
    (text) => isShown([[{ field: 'a', is: 'matches', value: '(a+)+[0-9]' }]], { a: text }),
  ],
  ['text/files cleanFileName', (text) => cleanFileName(text, types)],
  ['text/html-tokens runEnd', (text) => runEnd(text, 0, /[^\u0001]/)],
  ['text/html-tokens runStart', (text) => runStart(text, text.length, /[^\u0001]/, 0)],
  ['text/html-tokens tagEnd', (text) => tagEnd(text, 0)],
  ['text/lists parseSlugList', (text) => parseSlugList(text, slugs)],
  ['text/mime fileTypeOf', (text) => fileTypeOf(text, types.registered)],
  ['text/mime typeOfExtension', (text) => typeOfExtension(text, types.registered)],
  ['text/php-strings decodeUtf8OrLatin1', (text) => decodeUtf8OrLatin1(Buffer.from(`\xff${text}`, 'latin1'))],
  ['text/php-strings trimCharacters', (text) => trimCharacters(text, ' -.')],
  ['text/php-strings trimEndCharacters', (text) => trimEndCharacters(text, ' -.')],
  ['text/php-strings trimStartCharacters', (text) => trimStartCharacters(text, ' -.')],
  ['text/php/parser unserialize', (text) => unserialize(`a:9:{${text}`)],
  ['text/php/writer serialize', (text) => serialize(text)],
  ['text/sanitize/kses filterCommentContent', (text) => filterCommentContent(`<span class="${text}"> ${text}`, 'wp7')],
  ['text/sanitize/kses filterHtml', (text) => filterHtml(text, POST_SET)],
  ['text/slug cutSlug', (text) => cutSlug(text, 200)],
  ['text/slug numberedSlug', (text) => numberedSlug(text, 2)],
  ['text/slug slugify', (text) => slugify(text, slugs)],
  ['text/slug slugifyWithDashes', (text) => slugifyWithDashes(text, slugs)],
  ['text/texturize texturize', (text) => texturize(text, BUILT_IN)],
  [
    'text/whitespace dropSpaceAround',
    (text) => dropSpaceAround(text, { opens: /<b/g, ends: />/g, before: true, after: true }),
  ],
  ['text/whitespace dropSpaceBefore', (text) => dropSpaceBefore(text, /<b/g)],
  ['text/whitespace skipSpace', (text) => skipSpace(text, 0)],
  ['rendering/blocks/render-blocks blockDelimiters', (text) => [...blockDelimiters(text)]],
  [
    'rendering/blocks/render-blocks isInBlocks',
    (text) => isInBlocks(text, { theme: { ...context.theme, readsBlocks: true } }),
  ],
  [
    'rendering/blocks/layout-rules rememberRules',
    (text) => {
      const layout = { minimumColumnWidth: text, contentSize: text, wideSize: text };
      for (const type of ['flex', 'grid', 'constrained']) rememberRules(newClass(), type, layout, text);
    },
  ],
  [
    'rendering/blocks/layout-rules rememberPlace',
    (text) => rememberPlace(newClass(), { selfStretch: 'fixed', flexSize: text, columnSpan: text }, {}),
  ],
  [
    'rendering/blocks/supports fluidFontSize',
    (text) => fluidFontSize(`${text} font-size:40px`, { style: { typography: { fontSize: '40px' } } }, BLOCK_THEME),
  ],
  [
    'rendering/blocks/layout childLayoutClass',
    (text) => childLayoutClass({ style: { layout: { columnSpan: text } } }, {}),
  ],
  [
    'rendering/blocks/layout layoutClasses',
    (text) =>
      layoutClasses('group', { layout: { type: 'flex', orientation: text, justifyContent: text } }, BLOCK_THEME),
  ],
  ['rendering/blocks/block booleanAttribute', (text) => booleanAttribute(text, true)],
  ['rendering/blocks/filter-blocks serializeBlock', (text) => serializeBlock('a', { a: text }, text)],
  ['text/dates mysqlToRfc3339', (text) => mysqlToRfc3339(text)],
  ['rendering/blocks/render-blocks foldBlocks', (text) => foldBlocks(text, ({ html }) => ({ html }))],
  ['rendering/blocks/styled-blocks renderStyledBlocks', (text) => renderStyledBlocks(text, testContext(), PIPELINES)],
  ['rendering/blocks/block-queries blockQueries', (text) => blockQueries(text, 1)],
  ['rendering/blocks/block-json writeBlocks', (text) => writeBlocks(blocksOf(text))],
  ['rendering/blocks/block-tree readBlocksStrictly', (text) => readBlocksStrictly(text)],
  ['rendering/blocks/styled-blocks renderExcerptBlocks', (text) => renderExcerptBlocks(text, testContext(), PIPELINES)],
  ['rendering/blocks/tags attributeOf', (text) => attributeOf(text, { name: 'a', start: 0, end: text.length }, 'b')],
  ['rendering/blocks/tags addAttributes', (text) => addAttributes(text, firstTag(text), [['a', text]])],
  ['rendering/blocks/tags addStyle', (text) => addStyle(text, firstTag(text), 'a:b')],
  ['rendering/blocks/tags setAttribute', (text) => setAttribute(text, firstTag(text), 'a', 'b')],
  ['rendering/blocks/tags firstTagWithClass', (text) => firstTagWithClass(text, 'none')],
  ['rendering/blocks/tags firstTagWithClasses', (text) => firstTagWithClasses(text, 'none')],
  ['rendering/blocks/tags lastTagWithClass', (text) => lastTagWithClass(text, 'none')],
  ['rendering/blocks/tags prioritizeImages', (text) => prioritizeImages(text, 'low')],
  ['rendering/blocks/supports clampedSize', (text) => clampedSize(text, 1340)],
  ['rendering/blocks/supports fluidSize', (text) => fluidSize(text, BLOCK_THEME)],
  ['rendering/blocks/dynamic/wrapper declaration', (text) => declaration('color', text)],
  [
    'rendering/blocks/dynamic/wrapper partAttributes',
    (text) => partAttributes({ textColor: text, style: { border: { radius: text } } }, 'border'),
  ],
  [
    'rendering/blocks/dynamic/wrapper partStyle',
    (text) => partStyle({ style: { border: { radius: text } } }, 'border'),
  ],
  [
    'rendering/blocks/dynamic/wrapper templateItem',
    (text) =>
      templateItem({ attributes: { className: `wp-elements-${text}` }, inner: () => text } as never, {} as never),
  ],
  ['rendering/blocks/dynamic/submenus connectSubmenus', (text) => connectSubmenus(text, submenusOf({}))],
  [
    'rendering/blocks/tags addAttributesInTurn',
    (text) => addAttributesInTurn(text, [{ name: 'a', className: 'none', attributes: [['b', text]] }]),
  ],
  ['rendering/blocks/dynamic/submenus pageListColors', (text) => pageListColors({ customTextColor: text })],
  ['rendering/blocks/tags attributeText', (text) => attributeText(text)],
  ['rendering/blocks/tags addClasses', (text) => addClasses(text, firstTag(text), ['a', text])],
  ['rendering/blocks/tags firstTag', (text) => firstTag(text, new Set(['none']))],
  ['rendering/embeds/embed-request embedCacheKey', (text) => embedCacheKey(text, attributesOf(text), 0)],
  ['rendering/embeds/embed-request embedRequest', (text) => embedRequest(text, attributesOf(text), 0)],
  ['rendering/embeds/embeds expandEmbeds', (text) => expandEmbeds(text, testContext())],
  ['rendering/embeds/own-post embedViewUrl', (text) => embedViewUrl(embedded(text))],
  ['rendering/embeds/own-post frameAttributes', (text) => frameAttributes(embedded(text), 600)],
  ['rendering/embeds/own-post ownPostEmbed', (text) => ownPostEmbed(embedded(text), 600, { blocks: BLOCKS })],
  [
    'rendering/shortcodes/builtin/players withQueryArgument',
    (text) => withQueryArgument(`http://a/?${text}`, 'a', text),
  ],
  [
    'rendering/shortcodes/builtin/players withoutQueryArgument',
    (text) => withoutQueryArgument(`http://a/?${text}`, 'a'),
  ],
  [
    'rendering/media/responsive makeImagesResponsive',
    (text) => makeImagesResponsive(`<img class="wp-image-1" ${text}`, context),
  ],
  ['rendering/media/responsive isFromOtherEdit', (text) => isFromOtherEdit(text, image)],
  ['rendering/media/responsive srcset', (text) => srcset({ width: 300, height: 200 }, text, text, image)],
  ['rendering/needs renderNeeds', (text) => renderNeeds(text, 1, context)],
  ['rendering/needs unknownContent', (text) => unknownContent(text, context.shortcodes, BLOCKS)],
  [
    'rendering/blocks/dynamic/reading-time lengthText',
    (text) => lengthText({ content: text }, { displayMode: 'words' }),
  ],
  [
    'rendering/page-parts contentInLoop',
    (text) => contentInLoop({ id: 1, content: text, title: text, link: 'http://s.test/' }),
  ],
  ['rendering/page-parts firstPage', (text) => firstPage(text)],
  ['rendering/page-parts teaser', (text) => teaser(text, true)],
  ['rendering/pipelines excerptText', (text) => pipelines.excerptText('', text, testContext())],
  [
    'rendering/pipelines renderAttachmentDescription',
    (text) => pipelines.renderAttachmentDescription(text, attached(text), testContext()),
  ],
  ['rendering/pipelines renderBlocksAlone', (text) => pipelines.renderBlocksAlone(text, testContext())],
  ['rendering/pipelines renderComment', (text) => pipelines.renderComment(text, context.site, BUILT_IN)],
  ['rendering/pipelines renderContent', (text) => pipelines.renderContent(text, testContext())],
  ['rendering/pipelines renderWidgetBlocks', (text) => pipelines.renderWidgetBlocks(text, testContext())],
  ['rendering/pipelines renderExcerpt', (text) => pipelines.renderExcerpt(text, testContext())],
  ['rendering/pipelines renderTitle', (text) => pipelines.renderTitle(text, BUILT_IN)],
  ['rendering/shortcode-attributes parseAttributes', (text) => parseAttributes(text, DIALECTS.a)],
  ['rendering/shortcodes/builtin/players audio', (text) => audio(attributesOf(text), text, 'audio', testContext())],
  ['rendering/shortcodes/builtin/players audioPlayer', (text) => audioPlayer(attributesOf(text), testContext())],
  [
    'rendering/shortcodes/builtin/caption caption',
    (text) => caption(new Map([['width', '5']]), text, 'caption', testContext()),
  ],
  ['rendering/shortcodes/builtin/caption captionParts', (text) => captionParts(new Map(), text)],
  [
    'rendering/shortcodes/builtin/gallery gallery',
    (text) => gallery(attributesOf(text), text, 'gallery', testContext()),
  ],
  ['rendering/shortcodes/builtin/gallery galleryQuery', (text) => galleryQuery(attributesOf(text), 1, {})],
  ['rendering/shortcodes/builtin/players extensionOf', (text) => players.extensionOf(text, context)],
  ['rendering/shortcodes/builtin/players fileLink', (text) => players.fileLink('audio', text, context)],
  [
    'rendering/shortcodes/builtin/players hasMatchingFormat',
    (text) => players.hasMatchingFormat(attributesOf(text), ['mp3'], context),
  ],
  [
    'rendering/shortcodes/builtin/players playerHtml',
    (text) => players.playerHtml({ ...player, attributes: { class: text }, content: text }, context),
  ],
  [
    'rendering/shortcodes/builtin/players sourcesByFormat',
    (text) => players.sourcesByFormat(attributesOf(text), ['mp3'], context),
  ],
  ['rendering/shortcodes/builtin/players typeOf', (text) => players.typeOf(text, context)],
  ['rendering/renumber renumbered', (text) => renumbered(text, new RenderCounters('[["block",3]]'))],
  [
    'rendering/shortcodes/builtin/playlist playlist',
    (text) => playlist(attributesOf(text), text, 'playlist', testContext()),
  ],
  ['rendering/shortcodes/builtin/players video', (text) => video(attributesOf(text), text, 'video', testContext())],
  ['rendering/shortcodes/builtin/players videoPlayer', (text) => videoPlayer(attributesOf(text), text, testContext())],
  ['rendering/shortcodes/in-elements replaceInElement', (text) => replaceInElement(`<a ${text}>`, names, outOf)],
  ['rendering/needs lookupsIn', (text) => lookupsIn(text, BUILT_IN, DIALECTS.a)],
  ['rendering/shortcodes/shortcode-parser namesIn', (text) => namesIn(text, BUILT_IN)],
  ['rendering/shortcodes/shortcode-parser replaceShortcodes', (text) => replaceShortcodes(text, names, outOf)],
  ['rendering/shortcodes/shortcode-parser ShortcodeScanner', (text) => new ShortcodeScanner(text, names).tagAt(1)],
  [
    'rendering/shortcodes/run replaceRegistered',
    (text) => replaceRegistered(text, BUILT_IN, outOf, { insideElements: true }),
  ],
  ['rendering/shortcodes/run runShortcodes', (text) => runShortcodes(text, testContext())],
  ['rendering/shortcodes/run stripShortcodes', (text) => stripShortcodes(text, BUILT_IN)],
  ['rendering/shortcodes/run shortcodeUnautop', (text) => shortcodeUnautop(text, BUILT_IN)],
  ['rendering/smilies convertSmilies', (text) => convertSmilies(text, 'http://site.example')],
]);
