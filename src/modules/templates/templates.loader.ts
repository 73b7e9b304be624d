import { Injectable } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry, ZERO_DATE } from '../entries/model/entry.js';
import { EntriesListStore } from '../entries/read/list/entries-list.store.js';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { TermsStore } from '../terms/terms.store.js';
import { UsersStore } from '../users/users.store.js';
import { isMap } from '../../text/php/php-values.js';
import { type PostType } from '../../content-model/post-types.js';
import { type Site } from '../../site/site.js';
import { type TemplateFile, TemplateFiles } from './template-files.js';
import { type BlockTemplate, isCustom, templateId } from './templates.fields.js';

export const THEME = 'wp_theme';
export const AREA = 'wp_template_part_area';
export const ORIGIN = 'origin';
/** Templates of the hierarchy that a user created. */
export const SUGGESTION = 'is_wp_suggestion';
const STATUSES = ['publish', 'draft', 'auto-draft'];
const MOST = 1000;

/** The type of templates; parts of templates are another one. */
export const TEMPLATE_TYPE = 'wp_template';

export interface TemplateFilter {
  /** The active one by default; others have no files here. */
  readonly theme?: string;
  /** Limit to rows: that with this id, or all if it is not positive. */
  readonly wpId?: number | undefined;
  readonly area?: string | undefined;
  /** Limit to custom templates for this post type. */
  readonly postType?: string | undefined;
  readonly slugs?: readonly string[];
}

/** Finds the templates of the active theme: rows first, then the files that were imported from WordPress and that no row replaces. */
@Injectable()
export class TemplatesLoader {
  constructor(
    private readonly entries: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly terms: TermsStore,
    private readonly users: UsersStore,
    private readonly imported: ImportedFilesService,
  ) {}

  async list(site: Site, type: PostType, filter: TemplateFilter): Promise<BlockTemplate[]> {
    const { theme = activeTheme(site), wpId, area, postType, slugs } = filter;
    const files = await this.files(type, theme);
    const rows = await this.rows(type, theme, {
      ...(wpId !== undefined && wpId > 0 && { include: [wpId] }),
      ...(slugs !== undefined && { slugs }),
    });
    const stored = await this.complete(site, rows, files);
    const replaced = new Set(stored.map(({ slug }) => slug));
    const fromFiles = (wpId === undefined ? (files?.all ?? []) : [])
      .filter(({ slug }) => !replaced.has(slug) && (slugs?.includes(slug) ?? true))
      .map((file) => this.ofFile(site, type, file));
    // Parts have an area, templates have post types; the filter of the other kind has no effect.
    if (type.name !== TEMPLATE_TYPE)
      return [...stored, ...fromFiles].filter((part) => area === undefined || part.area === area);
    if (postType === undefined) return [...stored, ...fromFiles];
    const isFor = (template: BlockTemplate) =>
      isCustom(template) && (!template.file || files!.isFor(postType, templateId(template)));
    return [...stored.filter((template) => postType === '' || isFor(template)), ...fromFiles.filter(isFor)];
  }

  /** By `theme//name`. */
  async find(site: Site, type: PostType, id: string): Promise<BlockTemplate | undefined> {
    const name = parseId(id);
    if (!name) return undefined;
    const [template] = await this.list(site, type, { theme: name.theme, slugs: [name.slug] });
    return template;
  }

  /** The file of that name, whether or not a row replaces it. */
  async findFile(site: Site, type: PostType, id: string): Promise<BlockTemplate | undefined> {
    const { theme = '', slug = '' } = parseId(id) ?? {};
    const file = (await this.files(type, theme))?.get(slug);
    if (!file) return undefined;
    const [row] = await this.rows(type, theme, { slugs: [file.slug] });
    return { ...this.ofFile(site, type, file), ...(row && { replacedBy: row }) };
  }

  /** The template of a row. */
  async ofRow(site: Site, type: PostType, entry: Entry): Promise<BlockTemplate> {
    const [template] = await this.complete(site, [entry], await this.files(type, activeTheme(site)));
    return template!;
  }

  /** Former versions have the texts and the author of their own rows; everything else is that of the template. */
  async versions(template: BlockTemplate, rows: readonly Entry[]): Promise<BlockTemplate[]> {
    const authors = await this.users.byIds([...new Set(rows.map(({ author }) => author))].filter((id) => id > 0));
    return rows.map((entry) => ({
      ...template,
      entry: { ...entry, type: template.entry.type, content: withTheme(entry.content ?? '', template.theme) },
      authorName: authors.get(entry.author)?.displayName ?? '',
    }));
  }

  private async files(type: PostType, theme: string): Promise<TemplateFiles | undefined> {
    const part = type.name === TEMPLATE_TYPE ? 'templates' : 'template_parts';
    const imported = await this.imported.read(part, theme);
    return imported && new TemplateFiles(theme, imported);
  }

  private async rows(
    type: PostType,
    theme: string,
    filter: { slugs?: readonly string[]; include?: readonly number[] },
  ): Promise<Entry[]> {
    const [term] = await this.terms.named(theme, THEME);
    if (!term) return [];
    const { items } = await this.lists.find(
      {
        type: type.name,
        statuses: STATUSES,
        terms: [{ taxonomy: THEME, include: [term.id] }],
        orderby: 'date',
        order: 'desc',
        perPage: MOST,
        offset: 0,
        ...filter,
      },
      { content: true },
    );
    return items;
  }

  private async complete(
    site: Site,
    rows: readonly Entry[],
    files: TemplateFiles | undefined,
  ): Promise<BlockTemplate[]> {
    const ids = rows.map(({ id }) => id);
    const [terms, metas, authors] = await Promise.all([
      this.terms.ofObjects(ids, [AREA, THEME]),
      this.entries.metas(ids, [ORIGIN, SUGGESTION]),
      this.users.byIds([...new Set(rows.map(({ author }) => author))].filter((id) => id > 0)),
    ]);
    return rows.map((entry) => {
      const meta = metas.get(entry.id);
      const term = (name: string) => terms.get(entry.id)?.find(({ taxonomy }) => taxonomy === name);
      const theme = term(THEME)?.name ?? activeTheme(site);
      const file = theme === activeTheme(site) ? files?.get(entry.slug) : undefined;
      return {
        entry: { ...entry, content: withTheme(entry.content ?? '', theme) },
        theme,
        slug: entry.slug,
        origin: meta?.get(ORIGIN) || undefined,
        area: term(AREA)?.slug ?? 'uncategorized',
        isSuggestion: Boolean(meta?.get(SUGGESTION)),
        authorName: authors.get(entry.author)?.displayName ?? '',
        siteName: site.option('blogname'),
        ...(file && { file }),
      };
    });
  }

  private ofFile(site: Site, { name }: PostType, file: TemplateFile): BlockTemplate {
    return {
      entry: {
        id: 0,
        type: name,
        status: file.status,
        author: file.author,
        date: ZERO_DATE,
        dateGmt: ZERO_DATE,
        modified: ZERO_DATE,
        modifiedGmt: ZERO_DATE,
        title: file.title,
        content: file.content,
        excerpt: file.description,
        slug: file.slug,
        password: '',
        commentStatus: 'closed',
        pingStatus: 'closed',
        parent: 0,
        menuOrder: 0,
        mimeType: '',
        guid: '',
      },
      theme: activeTheme(site),
      slug: file.slug,
      origin: file.origin,
      area: file.area,
      isSuggestion: false,
      authorName: '',
      siteName: site.option('blogname'),
      file,
    };
  }
}

export const activeTheme = (site: Site) => site.option('stylesheet');

interface TemplateName {
  readonly theme: string;
  readonly slug: string;
}

/** The parts of `theme//name`; one slash does, too. */
function parseId(id: string): TemplateName | undefined {
  const [, theme, slug] = /^(.+?)\/{1,2}([^/]+)$/.exec(id) ?? [];
  return theme !== undefined && slug !== undefined ? { theme, slug } : undefined;
}

/** Template parts without a theme belong to the template's theme. */
function withTheme(content: string, theme: string): string {
  return content.replace(/<!-- wp:template-part (\{.{0,1000}?\}) (\/?-->)/g, (whole, json: string, end: string) => {
    const attributes = parsedMap(json);
    if (!attributes || 'theme' in attributes) return whole;
    return `<!-- wp:template-part ${JSON.stringify({ ...attributes, theme })} ${end}`;
  });
}

function parsedMap(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
