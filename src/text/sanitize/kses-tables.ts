/** Attributes allowed per tag; both in lower case. */
export type AllowedTags = ReadonlyMap<string, ReadonlySet<string>>;

const ON_EVERY_POST_TAG = 'class id style title role';
const ON_BLOCKS = 'align dir lang xml:lang';

const POST_TAGS_WITHOUT_OWN_ATTRIBUTES =
  'address abbr acronym b big br code dd dfn dl dt em fieldset i kbd mark s samp small strike strong sub sup ' +
  'title tt u var';

const POST_BLOCKS = 'article aside div figure figcaption footer header hgroup nav p span section summary';

const POST_TAGS: Readonly<Record<string, string>> = {
  a: 'href rel rev name target',
  area: 'alt coords href nohref shape target',
  audio: 'autoplay controls loop muted preload src',
  bdo: 'dir',
  blockquote: 'cite lang xml:lang',
  button: 'disabled name type value',
  caption: 'align',
  cite: 'dir lang',
  col: 'align char charoff span dir valign width',
  colgroup: 'align char charoff span valign width',
  del: 'datetime',
  details: `${ON_BLOCKS} open`,
  font: 'color face size',
  h1: 'align',
  h2: 'align',
  h3: 'align',
  h4: 'align',
  h5: 'align',
  h6: 'align',
  hr: 'align noshade size width',
  img: 'alt align border height hspace longdesc vspace src usemap width',
  ins: 'datetime cite',
  label: 'for',
  legend: 'align',
  li: 'align value',
  map: 'name',
  menu: 'type',
  pre: 'width',
  q: 'cite',
  table: 'align bgcolor border cellpadding cellspacing dir rules summary width',
  tbody: 'align char charoff valign',
  td: 'abbr align axis bgcolor char charoff colspan dir headers height nowrap rowspan scope valign width',
  textarea: 'cols rows disabled name readonly',
  tfoot: 'align char charoff valign',
  th: 'abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width',
  thead: 'align char charoff valign',
  tr: 'align bgcolor char charoff valign',
  track: 'default kind label src srclang',
  ul: 'type',
  ol: 'start type reversed',
  video: 'autoplay controls height loop muted poster preload src width',
};

const COMMENT_TAGS: Readonly<Record<string, string>> = {
  a: 'href title',
  abbr: 'title',
  acronym: 'title',
  b: '',
  blockquote: 'cite',
  cite: '',
  code: '',
  del: 'datetime',
  em: '',
  i: '',
  q: 'cite',
  s: '',
  strike: '',
  strong: '',
};

/** Posts and pages, of authors who may not publish unfiltered HTML. */
export const POST_SET: AllowedTags = allowed({
  ...sameFor(POST_TAGS_WITHOUT_OWN_ATTRIBUTES, ON_EVERY_POST_TAG),
  ...sameFor(POST_BLOCKS, `${ON_BLOCKS} ${ON_EVERY_POST_TAG}`),
  ...Object.fromEntries(Object.entries(POST_TAGS).map(([tag, own]) => [tag, `${own} ${ON_EVERY_POST_TAG}`])),
});

/** Comments, titles, names and descriptions of terms. */
export const COMMENT_SET: AllowedTags = allowed(COMMENT_TAGS);

export const USER_DESCRIPTION_SET: AllowedTags = allowed({ ...COMMENT_TAGS, a: `${COMMENT_TAGS['a']} rel` });

/** Attributes whose value is a URL. */
export const URL_ATTRIBUTES: ReadonlySet<string> = new Set(
  'action archive background cite classid codebase data formaction href icon longdesc manifest poster profile src usemap xmlns'.split(
    ' ',
  ),
);

function sameFor(tags: string, attributes: string): Record<string, string> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, attributes]));
}

function allowed(tags: Record<string, string>): AllowedTags {
  return new Map(
    Object.entries(tags).map(([tag, attributes]) => [tag, new Set(attributes.split(' ').filter(Boolean))]),
  );
}
