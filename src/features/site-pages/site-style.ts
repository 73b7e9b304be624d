import { contrast, isHexColour, lowestContrast, mixed, READABLE, readableOn } from '../../text/index.js';

/** Choices of the owner; the first is the default. The theme's style sheet has the values. */
export const COLOURS = ['blue', 'teal', 'green', 'amber', 'red', 'violet', 'graphite'] as const;
export const FONTS = ['mixed', 'sans', 'serif'] as const;
export const LAYOUTS = ['lead', 'grid', 'list'] as const;
export const CARDS = ['open', 'framed', 'text'] as const;
export const HEADERS = ['start', 'centred'] as const;

/** The options of the look, by their names in the API. Those of colours and fonts are empty for the theme's. */
export const LOOK_OPTIONS = {
  colour: 'nestpress_site_colour',
  accent: 'nestpress_site_accent',
  background: 'nestpress_site_background',
  text: 'nestpress_site_text',
  font: 'nestpress_site_font',
  heading_font: 'nestpress_site_heading_font',
  text_font: 'nestpress_site_text_font',
  layout: 'nestpress_site_layout',
  cards: 'nestpress_site_cards',
  header: 'nestpress_site_header',
  header_image: 'nestpress_site_header_image',
  footer_text: 'nestpress_site_footer_text',
  footer_image: 'nestpress_site_footer_image',
  footer_menu: 'nestpress_site_footer_menu',
  social: 'nestpress_site_social',
  logo: 'site_logo',
  icon: 'site_icon',
} as const;

export const chosen = <T extends string>(choices: readonly T[], stored: string): T =>
  choices.find((choice) => choice === stored) ?? choices[0]!;

/** Colours of the owner; empty: the theme's. */
export interface OwnColours {
  readonly accent: string;
  readonly background: string;
  readonly text: string;
}

const LIGHT = { background: '#ffffff', text: '#1b1e23' };
const DARK = { background: '#14161a', soft: '#1c1f25' };

const coloursOf = ({ background, text }: OwnColours) => ({
  background: background || LIGHT.background,
  text: text || LIGHT.text,
});

/** Behind quotations and code, too, texts must be readable. */
const backgroundsOf = ({ background, text }: { background: string; text: string }) => [
  background,
  mixed(background, text, 0.04),
];

/** What is wrong with colours: those that could not be read, with the nearest one that can. */
export function colourProblems(own: OwnColours): Partial<Record<keyof OwnColours, string>> {
  const backgrounds = backgroundsOf(coloursOf(own));
  return Object.fromEntries(
    (['text', 'accent'] as const).flatMap((name) => {
      const colour = own[name] || (name === 'text' ? LIGHT.text : '');
      if (colour === '' || lowestContrast(colour, backgrounds) >= READABLE) return [];
      const ratio = lowestContrast(colour, backgrounds).toFixed(1);
      const problem = `Its contrast with the background is ${ratio} and must be ${READABLE}. The nearest colour is ${readableOn(colour, backgrounds)}.`;
      return [[own[name] === '' ? 'background' : name, problem]];
    }),
  );
}

/** The rules of own colours. In dark surroundings the theme's background and text stay, and the accent is made readable there. */
export function colourRules(own: OwnColours): string {
  const [accent, background, text] = [own.accent, own.background, own.text].map((colour) =>
    isHexColour(colour) ? colour : '',
  );
  if (!accent && !background && !text) return '';
  const light = coloursOf({ accent: '', background: background!, text: text! });
  const backgrounds = backgroundsOf(light);
  const onAccent = accent && (contrast('#ffffff', accent) >= READABLE ? '#fff' : '#14161a');
  const lightRules = [
    ...(background || text
      ? [
          `--bg:${light.background}`,
          `--text:${light.text}`,
          `--muted:${readableOn(mixed(light.text, light.background, 0.3), backgrounds)}`,
          `--line:${mixed(light.background, light.text, 0.12)}`,
          `--soft:${backgrounds[1]}`,
        ]
      : []),
    ...(accent ? [`--accent:${accent}`, `--on-accent:${onAccent}`] : []),
  ];
  const darkRules = accent ? `--accent:${readableOn(accent, [DARK.background, DARK.soft])}` : '';
  return (
    `@media not all and (prefers-color-scheme:dark){:root{${lightRules.join(';')}}}` +
    (darkRules && `@media (prefers-color-scheme:dark){:root{${darkRules}}}`)
  );
}

/** Names of the most common networks; others are known by their host. */
const NETWORKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'bsky.app': 'Bluesky',
    'facebook.com': 'Facebook',
    'github.com': 'GitHub',
    'instagram.com': 'Instagram',
    'linkedin.com': 'LinkedIn',
    'mastodon.social': 'Mastodon',
    'pinterest.com': 'Pinterest',
    'reddit.com': 'Reddit',
    't.me': 'Telegram',
    'threads.net': 'Threads',
    'tiktok.com': 'TikTok',
    'vimeo.com': 'Vimeo',
    'wa.me': 'WhatsApp',
    'x.com': 'X',
    'youtube.com': 'YouTube',
  }),
);

const MAX_SOCIAL = 20;

/** Links to profiles, one address per line. */
export function socialLinks(lines: string): { title: string; url: string }[] {
  return linesOf(lines)
    .filter(isWebAddress)
    .map((url) => {
      const host = new URL(url).hostname.replace(/^www\./, '');
      return { title: NETWORKS.get(host) ?? host, url };
    });
}

export function socialProblem(lines: string): string | undefined {
  const all = linesOf(lines);
  const wrong = all.find((line) => !isWebAddress(line));
  if (wrong !== undefined) return `"${wrong}" is no URL that begins with https:// or http://.`;
  return all.length > MAX_SOCIAL ? `There may be at most ${MAX_SOCIAL} links.` : undefined;
}

export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);
