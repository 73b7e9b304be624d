import { type Texts } from '../../site/index.js';
import { escapeAttribute, escapeHtml } from '../../text/index.js';

const FRAME = /<iframe\b[^<>]*>/gi;
const SOURCE = /\ssrc=(?:"([^"<>]*)"|'([^'<>]*)')/i;
const TITLE = /\stitle=(?:"([^"<>]*)"|'([^'<>]*)')/i;

/** Alone in a paragraph or in the place of an embed. */
const LONE_URL = /(<(?:p|div class="wp-block-embed__wrapper")>)\s*(https?:\/\/[^\s<>"]+)\s*(<\/(?:p|div)>)/g;

const STYLE =
  'html{height:100%}body{margin:0;height:100%;font:600 1rem/1.4 system-ui,sans-serif;background:#1d2127;color:#fff}' +
  'a{display:grid;place-content:center;justify-items:center;gap:.75rem;height:100%;padding:1rem;box-sizing:border-box;color:inherit;text-align:center;text-decoration:none}' +
  'i{display:grid;place-content:center;width:4rem;height:4rem;border-radius:50%;background:#fff;color:#1d2127;font-style:normal;font-size:1.5rem;text-indent:.15em}' +
  'small{font-weight:400;opacity:.75}';

/**
 * Frames of other hosts become a button in a frame of the page's own, which loads the player when it is clicked. Nothing
 * is requested from the host before that, and no script is needed.
 */
export function liteEmbeds(content: string, home: string, { embeds: t }: Texts): string {
  if (!/<iframe\b/i.test(content)) return content;
  const own = hostOf(home);
  return content.replace(FRAME, (frame) => {
    const source = SOURCE.exec(frame);
    const address = (source?.[1] ?? source?.[2] ?? '').replaceAll('&amp;', '&').replaceAll('&#038;', '&');
    const host = hostOf(address);
    if (!source || host === undefined || host === own || /\ssrcdoc=/i.test(frame)) return frame;
    const title = TITLE.exec(frame);
    const name = title?.[1] ?? title?.[2] ?? '';
    const player = escapeAttribute(withAutoplay(address));
    const page =
      `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><a href="${player}"><i>▶</i>` +
      `<span>${escapeHtml(name || t.play)}</span><small>${escapeHtml(t.loads({ host }))}</small></a>`;
    return frame.replace(SOURCE, () => ` srcdoc="${page.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`);
  });
}

/** URLs that stand for an embed whose host sent none become links. */
export function linkLoneUrls(content: string): string {
  return content.replace(LONE_URL, '$1<a href="$2">$2</a>$3');
}

function hostOf(address: string): string | undefined {
  const url = address.startsWith('//') ? `https:${address}` : address;
  return URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).hostname : undefined;
}

/** The visitor has already clicked. */
function withAutoplay(address: string): string {
  const url = new URL(address.startsWith('//') ? `https:${address}` : address);
  if (/(?:^|\.)(?:youtube|youtube-nocookie|vimeo)\.com$/.test(url.hostname)) url.searchParams.set('autoplay', '1');
  return url.href;
}
