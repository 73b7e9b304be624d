import { Injectable } from '@nestjs/common';
import { EntriesListStore } from '../../modules/entries/index.js';
import { type Site } from '../../site/index.js';
import { isMap } from '../../text/index.js';

/** Types of the font library, where the profile has it. */
const FAMILY_TYPE = 'wp_font_family';
const FACE_TYPE = 'wp_font_face';
const MAX_FACES = 40;
const LIST = { statuses: ['publish'], orderby: 'id', order: 'asc', offset: 0 } as const;

/** Values that cannot end their declaration. */
const FAMILY = /^[\w\s"',.-]{1,300}$/;
const DESCRIPTORS = {
  'font-style': ['fontStyle', /^[\w\s.-]{1,40}$/],
  'font-weight': ['fontWeight', /^[\w\s]{1,20}$/],
  'font-stretch': ['fontStretch', /^[\w\s.%]{1,40}$/],
  'unicode-range': ['unicodeRange', /^[\w\s,+?-]{1,2000}$/],
} as const;

/** Rules for the fonts that the owner chose from the library. */
@Injectable()
export class PageFontsService {
  constructor(private readonly lists: EntriesListStore) {}

  async rules(site: Site, { heading, text }: { heading: string; text: string }): Promise<string> {
    const slugs = [...new Set([heading, text])].filter(Boolean);
    if (slugs.length === 0 || !site.model.types.has(FAMILY_TYPE)) return '';
    const families = await this.lists.findPage(
      { ...LIST, type: FAMILY_TYPE, slugs, perPage: slugs.length },
      { content: true },
    );
    if (families.length === 0) return '';
    const parents = families.map(({ id }) => id);
    const faces = await this.lists.findPage(
      { ...LIST, type: FACE_TYPE, parents, perPage: MAX_FACES },
      { content: true },
    );
    const stackOf = (slug: string) => {
      const { fontFamily } = settingsOf(families.find((family) => family.slug === slug)?.content);
      return typeof fontFamily === 'string' && FAMILY.test(fontFamily) ? fontFamily : undefined;
    };
    const variables = [
      ['--heading-font', stackOf(heading)],
      ['--read-font', stackOf(text)],
    ].flatMap(([name, stack]) => (stack === undefined ? [] : [`${name}:${stack}`]));
    return faces.map(({ content }) => faceRule(settingsOf(content))).join('') + `:root{${variables.join(';')}}`;
  }
}

function settingsOf(content = ''): Readonly<Record<string, unknown>> {
  try {
    const settings: unknown = JSON.parse(content);
    return isMap(settings) ? settings : {};
  } catch {
    return {};
  }
}

function faceRule(face: Readonly<Record<string, unknown>>): string {
  const { fontFamily, src } = face;
  const sources = (Array.isArray(src) ? src : [src]).flatMap((url: unknown) =>
    typeof url === 'string' && URL.canParse(url) && /^https?:/.test(url) ? [`url("${new URL(url).href}")`] : [],
  );
  if (typeof fontFamily !== 'string' || !FAMILY.test(fontFamily) || sources.length === 0) return '';
  const name = fontFamily.split(',', 1)[0]!.replace(/["']/g, '').trim();
  const further = Object.entries(DESCRIPTORS).flatMap(([descriptor, [member, allowed]]) => {
    const value = face[member];
    return typeof value === 'string' && allowed.test(value) ? [`${descriptor}:${value}`] : [];
  });
  return `@font-face{${[`font-family:"${name}"`, `src:${sources.join(',')}`, 'font-display:swap', ...further].join(';')}}`;
}
