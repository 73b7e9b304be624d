import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../access/index.js';
import { OptionsStore } from '../../../database/index.js';
import { EntriesStore, PERMALINK_TAGS } from '../../../modules/entries/index.js';
import { SettingsWriter } from '../../../modules/settings/index.js';
import { invalidParams } from '../../../rest/errors/index.js';
import { chosen, colourProblems, LOOK_OPTIONS, socialProblem } from '../site-style.js';
import { PUBLIC_SITE, type PublicSite } from './public-site.fields.js';

const OPTIONS = {
  ...LOOK_OPTIONS,
  front_page: 'page_on_front',
  posts_page: 'page_for_posts',
  permalinks: 'permalink_structure',
} as const satisfies Record<keyof PublicSite, string>;

const NAMES = Object.keys(OPTIONS) as (keyof PublicSite)[];

@Injectable()
export class PublicSiteService {
  constructor(
    private readonly options: OptionsStore,
    private readonly entries: EntriesStore,
    private readonly writer: SettingsWriter,
  ) {}

  /** Reads the current values: the requester may write them back. */
  async read(): Promise<PublicSite> {
    this.options.forget();
    const values = await Promise.all(NAMES.map(async (name) => [name, await this.value(name)] as const));
    const site = Object.fromEntries(values) as unknown as PublicSite;
    const hasFrontPage = (await this.options.text('show_on_front')) === 'page';
    return hasFrontPage ? site : { ...site, front_page: 0, posts_page: 0 };
  }

  private async value(name: keyof PublicSite): Promise<string | number> {
    const { type, enum: choices } = PUBLIC_SITE.fields[name]!;
    if (type === 'integer') return this.options.integer(OPTIONS[name]);
    const text = await this.options.text(OPTIONS[name]);
    return choices ? chosen(choices as readonly string[], text) : text;
  }

  async update(requested: Partial<PublicSite>, principal: Principal): Promise<PublicSite> {
    const before = await this.read();
    await this.writer.update(principal, requested, NAMES, async (tx, changes, names) => {
      await this.check(changes, before);
      for (const name of names) await this.options.set(tx, OPTIONS[name], changes[name]!);
      if (changes.front_page !== undefined)
        await this.options.set(tx, 'show_on_front', changes.front_page > 0 ? 'page' : 'posts');
      // WordPress writes its rewrite rules again when they are missing.
      if (changes.permalinks !== undefined) await this.options.set(tx, 'rewrite_rules', '');
    });
    return this.read();
  }

  private async check(changes: Partial<PublicSite>, before: PublicSite): Promise<void> {
    const { front_page: front = before.front_page, posts_page: posts = before.posts_page } = changes;
    const { logo, icon, header_image: headerImage, footer_image: footerImage } = changes;
    const ids = [changes.front_page, changes.posts_page, logo, icon, headerImage, footerImage].filter(
      (id) => id !== undefined,
    );
    const found = await this.entries.byIds(ids, { content: false });
    const isPage = (id = 0) => id === 0 || (found.get(id)?.type === 'page' && found.get(id)?.status === 'publish');
    const isImage = (id = 0) => id === 0 || found.get(id)?.mimeType.startsWith('image/') === true;
    const hasColours = [changes.accent, changes.background, changes.text].some((colour) => colour !== undefined);
    const social = socialProblem(changes.social ?? '');
    const problems = {
      ...(!isPage(changes.front_page) && { front_page: 'There is no published page with this ID.' }),
      ...(!isPage(changes.posts_page) && { posts_page: 'There is no published page with this ID.' }),
      ...(posts > 0 && posts === front && { posts_page: 'The front page cannot be the page of the posts.' }),
      ...(!isStructure(changes.permalinks ?? '') && {
        permalinks: 'It must be empty, or begin with a slash and contain %postname% or %post_id%.',
      }),
      ...Object.fromEntries(
        Object.entries({ logo, icon, header_image: headerImage, footer_image: footerImage })
          .filter(([, id]) => !isImage(id))
          .map(([name]) => [name, 'There is no image with this ID.']),
      ),
      ...(hasColours && colourProblems({ ...before, ...changes })),
      ...(social !== undefined && { social }),
    };
    if (Object.keys(problems).length > 0) throw invalidParams(problems);
  }
}

/** Whether permalinks of this structure lead to one post each. */
export function isStructure(structure: string): boolean {
  if (structure === '') return true;
  const tags = [...structure.matchAll(/%(\w+)%/g)].map(([, name]) => name!);
  const rest = structure.replace(/%\w+%/g, '');
  return (
    structure.startsWith('/') &&
    structure.length <= 200 &&
    (tags.includes('postname') || tags.includes('post_id')) &&
    tags.every((name) => PERMALINK_TAGS.has(name)) &&
    /^[\w/.-]*$/.test(rest) &&
    !structure.includes('//')
  );
}
