import { type AllowedTags, COMMENT_SET, USER_DESCRIPTION_SET } from './kses-tables.js';

/** What WordPress 7 allows in post content, on top of ON_EVERY_TAG. */
const POST_TAGS: Readonly<Record<string, string>> = {
  ...sameFor(
    'abbr acronym address b bdo big br cite code dd dfn dl dt em fieldset i kbd mark rb rp rt rtc ruby s samp search small ' +
      'strike strong sub sup title tt u var wbr',
    '',
  ),
  ...sameFor(
    'article aside caption figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup legend main nav p section span summary',
    'align',
  ),
  a: 'href rel rev name target download',
  area: 'alt coords href nohref shape target',
  audio: 'autoplay controls loop muted preload src',
  blockquote: 'cite',
  button: 'command commandfor disabled name type value popovertarget popovertargetaction aria-haspopup',
  col: 'align char charoff span valign width',
  colgroup: 'align char charoff span valign width',
  data: 'value',
  del: 'datetime',
  details: 'align open name',
  dialog: 'closedby open popover autofocus',
  div: 'align popover',
  font: 'color face size',
  hr: 'align noshade size width',
  img: 'alt align border height hspace loading longdesc vspace src usemap width',
  ins: 'datetime cite',
  label: 'for',
  li: 'align value',
  map: 'name',
  menu: 'type',
  meter: 'high low max min optimum value',
  // Without any attribute, unless it shows a PDF of the site's uploads: see kses.ts.
  object: 'data type',
  ol: 'start type reversed',
  pre: 'width',
  progress: 'max value',
  q: 'cite',
  table: 'align bgcolor border cellpadding cellspacing rules summary width',
  tbody: 'align char charoff valign',
  td: 'abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width',
  textarea: 'cols rows disabled name readonly',
  tfoot: 'align char charoff valign',
  th: 'abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width',
  thead: 'align char charoff valign',
  time: 'datetime',
  tr: 'align bgcolor char charoff valign',
  track: 'default kind label src srclang',
  ul: 'type popover',
  video: 'autoplay controls height loop muted playsinline poster preload src width',
};

const MATH_TAGS: Readonly<Record<string, string>> = {
  ...sameFor(
    'merror mmultiscripts mn mphantom mprescripts mroot mrow ms msqrt mstyle msub msubsup msup mtext semantics',
    '',
  ),
  annotation: 'encoding',
  math: 'display',
  menclose: 'notation',
  mfrac: 'linethickness',
  mi: 'mathvariant',
  mo: 'form fence separator lspace rspace stretchy symmetric maxsize minsize largeop movablelimits',
  mover: 'accentunder accent',
  mpadded: 'width height depth lspace voffset',
  mspace: 'width height depth',
  mtable: 'columnalign rowspacing columnspacing align rowalign columnlines rowlines frame framespacing width',
  mtd: 'columnspan rowspan columnalign rowalign',
  mtr: 'columnalign rowalign',
  munder: 'accentunder accent',
  munderover: 'accentunder accent',
};

const ON_EVERY_MATH_TAG = 'displaystyle scriptlevel mathbackground mathcolor mathsize';

/** `data-*` stands for every name that begins so. */
const ON_EVERY_TAG =
  'aria-controls aria-current aria-describedby aria-details aria-expanded aria-hidden aria-label aria-labelledby aria-live ' +
  'class data-* dir hidden id lang role style tabindex title xml:lang';

/** Posts and pages, of authors who may not publish unfiltered HTML. */
export const WP7_POST_SET: AllowedTags = new Map(
  [
    ...Object.entries(POST_TAGS),
    ...Object.entries(MATH_TAGS).map(([tag, own]) => [tag, `${own} ${ON_EVERY_MATH_TAG}`] as const),
  ].map(([tag, own]) => [tag, new Set(`${own} ${ON_EVERY_TAG}`.split(' ').filter((name) => name !== ''))]),
);

/** Attributes that are kept only without a value, by tag and name. */
export const VALUELESS: ReadonlySet<string> = new Set(['a download']);

/** Comments; of the classes of a span, only those of mentions are kept: see kses.ts. */
export const WP7_COMMENT_SET: AllowedTags = new Map([...COMMENT_SET, ['span', new Set(['class'])]]);

/** Descriptions of users and terms. */
export const WP7_DESCRIPTION_SET: AllowedTags = new Map([
  ...USER_DESCRIPTION_SET,
  ['a', new Set([...(USER_DESCRIPTION_SET.get('a') ?? []), 'target'])],
]);

function sameFor(tags: string, attributes: string): Record<string, string> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, attributes]));
}
