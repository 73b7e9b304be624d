import { type JsonRecord, recordOf, textOf } from '../../text/json-values.js';
import { type ImportedTemplates } from '../imported-schema/imported-files.js';

/** A template or template part of a theme file or of a plugin, as WordPress tells it. */
export interface TemplateFile {
  readonly slug: string;
  readonly source: string;
  readonly origin: string | undefined;
  readonly title: string;
  readonly content: string;
  readonly description: string;
  readonly status: string;
  readonly author: number;
  readonly area: string;
  readonly isCustom: boolean;
  readonly hasThemeFile: boolean;
  readonly authorText: string;
  readonly originalSource: string;
  readonly plugin: string | undefined;
}

/** The template files of one theme, in the order of WordPress. */
export class TemplateFiles {
  private readonly bySlug: ReadonlyMap<string, TemplateFile>;

  constructor(
    theme: string,
    private readonly imported: ImportedTemplates,
  ) {
    const own = imported.items.filter((item) => item.theme === theme).map(templateFile);
    this.bySlug = new Map(own.map((file) => [file.slug, file]));
  }

  get all(): readonly TemplateFile[] {
    return [...this.bySlug.values()];
  }

  get(slug: string): TemplateFile | undefined {
    return this.bySlug.get(slug);
  }

  /** Whether a custom template with a file is for this post type. Those for every known type are also for unknown ones. */
  isFor(postType: string, id: string): boolean {
    const { byPostType } = this.imported;
    if (Object.hasOwn(byPostType, postType)) return byPostType[postType]!.includes(id);
    return Object.values(byPostType).every((ids) => ids.includes(id));
  }
}

function templateFile(item: JsonRecord): TemplateFile {
  return {
    slug: textOf(item.slug),
    source: textOf(item.source) || 'theme',
    origin: textOf(item.origin) || undefined,
    title: textOf(recordOf(item.title).raw),
    content: textOf(recordOf(item.content).raw),
    description: textOf(item.description),
    status: textOf(item.status) || 'publish',
    author: typeof item.author === 'number' ? item.author : 0,
    area: textOf(item.area) || 'uncategorized',
    isCustom: item.is_custom === true,
    hasThemeFile: item.has_theme_file === true,
    authorText: textOf(item.author_text),
    originalSource: textOf(item.original_source) || 'theme',
    plugin: textOf(item.plugin) || undefined,
  };
}
