// The compared functions, for a site with this address: the name on the other side, ours, the pieces its inputs are made of, and which inputs are left out
// because releases after the REST API's treat them otherwise.
import '../typescript.mjs';

const load = (path) => import(`../../src/${path}.ts`);
const [
  rendering,
  { texturize },
  { autop },
  { makeClickable },
  { convertSmilies },
  { shortcodeUnautop },
  { parseAttributes },
] = await Promise.all(
  [
    'rendering/index',
    'text/texturize',
    'text/autop',
    'rendering/clickable',
    'rendering/smilies',
    'rendering/shortcodes/run',
    'rendering/shortcode-attributes',
  ].map(load),
);
const [
  kses,
  { normalizeEntities },
  { slugify },
  { removeAccents },
  trim,
  clean,
  names,
  urls,
  escape,
  typography,
  { cleanEmail },
] = await Promise.all(
  [
    'text/sanitize/kses',
    'text/entities',
    'text/slug',
    'text/accents',
    'text/strip-tags',
    'text/clean',
    'text/clean',
    'text/urls',
    'text/escape',
    'text/texturize',
    'text/email',
  ].map(load),
);

const SHORTCODES = rendering.registerBuiltInShortcodes();
const words = 'a b word x é 日本 10 5 0 99 &amp; &lt; &gt; & &#39; &#8217; &quot; &foo &nbsp;'.split(' ');
const spaces = [' ', ' ', ' ', '\n', '\t', '\r\n', '\n\n', '\u00a0'];
const marks =
  `' " ' " '' \`\` ' '90 '90s 'em 'til 'tain't n't 's -- --- - ... (tm) (c) x 10x20 0x70 5'10" '5' "5" xn-- 1,000x600 . , ! ? : ; ( ) [ ] { } % / \\`.split(
    ' ',
  );
const inline =
  '<b> </b> <em> </em> <code> </code> <a|href="?a=1&b=2"> </a> <!--|c|"x"|--> <!-- --> < > <i <kbd> </kbd> <span|title="a"> </span>'
    .split(' ')
    .map(blank);
const blocks =
  '<p> </p> <div> </div> <br> <br|/> <br/> <pre> </pre> <ul> </ul> <li> </li> <blockquote> </blockquote> <table> <tr> <td> </td> </tr> </table> <h2> </h2> <textarea> </textarea> <form> </form> <option> </option> <object> <param|a> </object> <style> </style> <script> </script> <figure> </figure> <figcaption> </figcaption> <!--more--> <![CDATA[ ]]> <DIV> <address> </address> <p|class="x"> <picture>'
    .split(' ')
    .map(blank);
const players = '<video> </video> <source|a> <track> <audio> </audio> [audio] [/audio]'.split(' ').map(blank);
const shortcodes =
  '[gallery] [[gallery]] [caption] [/caption] [embed] [/embed] [x] [gallery [/gallery] [ [[ ]] ] [galleryx] [gallery/] [gallery|<i>]'
    .split(' ')
    .map(blank);
const addresses =
  `http://site.example https://site.example/a?b=c&d=e www.site.example ftp.site.example/x me@site.example ftp://f.example/a.zip mailto:a@b.c http://site.example/a_(b) http://a.example/x,y. HTTP://X.EXAMPLE git://x.example javascript:x http://[::1]/ www. @ :// http:// <http://a.example> http://é.example/ü //x.example feed://x a.b@c-d.example.co ~ + = # * ) ( ; :`.split(
    ' ',
  );
const tags =
  `<a|href="http://x.example/a?b&c"|title='x'> <a|href=javascript:x> <a|href="&#106;avascript:x"> <img|src=x|onerror=y> <p|class=a|id="b"> <b|foo> <br/> <script> </script|> <|p> <p|align="left"|align="right"> <td|colspan="2"rowspan=3> <!--|x|--> <!--|<b>|--> <!--> <?php|x|?> <x-y> <A|HREF="HTTP://X"> <a|title="a<b"> <a|title="a>b"> <q|cite=x> <a|href> <em/> \\" &#x41; &#0065; &bogus; &copy &copy; &apos; &#; <a|href="/x:y"> <a|href="a&#58;b"> <ol|start=3|reversed>`
    .split(' ')
    .map(blank);

/** 5.x and 6.x: hr starts a paragraph, svg keeps its lines. */
const sameParagraphs = (text) => !/<hr|<svg/.test(text);
/** Since 5.3 only real names are balanced. */
const plainTags = (text) => !/<(?!\/?[a-z]+[\s>])/.test(text.replace(/<!--[^]*?-->/g, ''));
export const functionsFor = (site) => ({
  texturize: [
    'wptexturize',
    (text) => texturize(text, SHORTCODES),
    [...words, ...marks, ...marks, ...spaces, ...inline, ...shortcodes],
  ],
  autop: [
    'wpautop',
    (text) => autop(text),
    [...words.slice(0, 5), ...spaces, ...spaces, ...inline, ...blocks, ...players],
    sameParagraphs,
  ],
  clickable: ['make_clickable', makeClickable, [...addresses, ...addresses, ' ', '\n', '.', ',', 'a', '"', ...inline]],
  smilies: [
    'convert_smilies',
    (text) => convertSmilies(text, site.url),
    [
      ...':) :-) :D 8-) 8O :? :???: ;) :| :mrgreen: :lol: :: a . &nbsp; <b> </b> <code> </code> <'.split(' '),
      ' ',
      ' ',
      '\n',
    ],
  ],
  unautop: [
    'shortcode_unautop',
    (text) => shortcodeUnautop(text, SHORTCODES),
    [...shortcodes, '<p>', '</p>', '<p>', '</p>', ' ', '\n', '&nbsp;', 'a'],
  ],
  strip: [
    'strip_shortcodes',
    (text) => rendering.stripShortcodes(text, SHORTCODES),
    [...shortcodes, 'a', ' ', '<b title="[gallery]">', '<!-- [gallery] -->', '&#91;', '<i', '>'],
  ],
  attributes: [
    'attributes',
    (text) => Object.fromEntries(parseAttributes(text, { tidiesShortcodes: true })),
    [
      ...`a B c-d = ="x" ='y' =z "q" ' " / \\n \\ <b> < 5 0 é a="1" b='2' c=3 \\x41`.split(' '),
      ' ',
      ' ',
      '\n',
      '\u00a0',
    ],
  ],
  title: [
    'title',
    (text) => rendering.renderTitle(text, SHORTCODES),
    [...words, ...marks, ...spaces, ...inline, 'Wordpress'],
  ],
  comment: [
    'comment',
    (text) => rendering.renderComment(text, site, SHORTCODES).replaceAll('rel="nofollow"', 'rel="nofollow ugc"'),
    [...words, ...marks, ...spaces, ...addresses, '<b>', '</b>', '<code>', '</code>', ':)'],
    plainTags,
  ],
  'kses, posts': ['wp_kses_post', kses.filterPostHtml, [...tags, 'a', ' ', '>', '<', '"']],
  'kses, comments': ['kses_comment', kses.filterCommentHtml, [...tags, 'a', ' ', '>', '<', '"', '\n']],
  entities: [
    'wp_kses_normalize_entities',
    normalizeEntities,
    '& # x X amp; lt; 65 a A ; &# &#x &amp; &#038; &copy; 1 f there4; frac12;'.split(' '),
    (text) => !/&#x?0+;/i.test(text),
  ],
  slug: [
    'sanitize_title',
    (text) => slugify(text, { slashBecomesDash: true }),
    [
      ...'a B é Ü ß 日本 % %20 %zz / . - -- _ & &amp; &#8211; – — “ © × <b> < > Σ İ € £ 🚀 Я 0 ;'.split(' '),
      ' ',
      '\n',
      '\u00a0',
    ],
  ],
  accents: ['remove_accents', (text) => removeAccents(text), [...'aéÜßæŒðĐİıſƠưǚẤặ£€ªº日Яø']],
  'plain text': [
    'wp_strip_all_tags',
    (text) => trim.stripAllTags(text),
    [...tags, ...blocks, ...'? <? ?> <! ( ) \\'.split(' '), 'a', ' ', '\n', '"', "'"],
  ],
  words: [
    'wp_trim_words',
    (text) => trim.trimWords(text, 3, '…'),
    ['a ', 'b', '\n', ' ', '<b>', '</b>', '<', '日本', '\u00a0'],
    () => true,
    [3, '…'],
  ],
  'text field': [
    'sanitize_text_field',
    clean.cleanTextField,
    ['a', '%20', '%', '2', '0', '%%2020', '<b>', '<', '>', '\n', '\t', ' ', '<script>', '</script>', 'é', '<\n'],
  ],
  'user name': [
    'sanitize_user',
    (text) => names.cleanUsername(text),
    'a B é %20 &amp; & <b> @ . - _ * 日 " ; %zz'.split(' ').concat(' ', '\t'),
  ],
  url: [
    'esc_url',
    (text) => urls.escapeUrl(text),
    [...addresses, ..."/ ? & = a : [ ] %0a %%0a0a ' é | ;// http;// x.php &amp; &#58; @ 80 .. ! ,".split(' ')],
  ],
  html: [
    'esc_html',
    escape.escapeHtml,
    `a & < > " ' &amp; &#39; &#x27; &apos; &bogus; &copy; &#038; &quot; é &#`.split(' '),
  ],
  characters: [
    'convert_chars',
    typography.convertChars,
    '& &a &amp; &# &#1; ; a 1 && é &frac12; &abcdefghi;'.split(' '),
  ],
  email: [
    'sanitize_email',
    (text) => cleanEmail(text, { minLength: 6 }),
    'a b@c.de @ . .. - x.example é " + _ 1 @site.example'.split(' '),
  ],
});

/** In the lists above a bar stands for a blank. */
function blank(piece) {
  return piece.replaceAll('|', ' ');
}
