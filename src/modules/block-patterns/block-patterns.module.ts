import { Inject, Module } from '@nestjs/common';
import { type JsonRecord, textOf } from '../../text/json-values.js';
import { INSTALLED } from '../../database/installer/default-options.js';
import { OptionsStore } from '../../database/options.store.js';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Field, ResourceFields } from '../../rest/fields/resource-fields.js';
import { Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { type Site } from '../../site/site.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { ownPatterns } from './own-patterns.js';
import { CORE_CATEGORIES, type PatternCategory, THEME_CATEGORIES } from './pattern-categories.js';
import { BlockPatternsPolicy } from './block-patterns.policy.js';

const shared = { context: ['view', 'edit', 'embed'], readonly: true } as const;

const PATTERN_CATEGORY = new ResourceFields<PatternCategory, undefined>('block-pattern-category', {
  name: { description: 'Name of the category.', type: 'string', ...shared, value: ({ name }) => name },
  label: { description: 'Title.', type: 'string', ...shared, value: ({ label }) => label },
  description: { description: 'Description.', type: 'string', ...shared, value: ({ description }) => description },
});

type PatternField = Field<JsonRecord, undefined>;

const text = (description: string): PatternField => ({ description, type: 'string', ...shared });
const texts = (description: string): PatternField => ({ description, type: 'array', ...shared });

/** Registered patterns are files, known as far as they were imported. Those that the site stores have routes of their own. */
const BLOCK_PATTERN = new ResourceFields<JsonRecord, undefined>(
  'block-pattern',
  withImportedValues({
    name: text('Name of the pattern.'),
    title: text('Title.'),
    content: text('Its blocks.'),
    description: text('Description.'),
    viewport_width: { description: 'Width of the preview in pixels.', type: 'number', ...shared },
    inserter: { description: 'Whether editors offer it.', type: 'boolean', ...shared },
    categories: texts('Names of its categories.'),
    keywords: texts('Search keywords.'),
    block_types: texts('Blocks that it is made for.'),
    post_types: texts('Post types that it is made for.'),
    template_types: texts('Templates that it is made for.'),
    source: {
      ...text('Where it comes from.'),
      enum: [
        'core',
        'plugin',
        'theme',
        'pattern-directory/core',
        'pattern-directory/theme',
        'pattern-directory/featured',
      ],
    },
  }),
);

function withImportedValues(fields: Record<string, PatternField>): Record<string, PatternField> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, optional: true, value: (pattern: JsonRecord) => pattern[name] },
    ]),
  );
}

@RestController({ namespace: 'wp/v2', base: '/block-patterns/patterns', fields: BLOCK_PATTERN })
export class BlockPatternsController {
  constructor(
    private readonly files: ImportedFilesService,
    private readonly options: OptionsStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, can: can(BlockPatternsPolicy, 'read') })
  async list(@Ctx() { site, wants }: RequestContext): Promise<Item[]> {
    const patterns = (await this.files.read('patterns', site.option('stylesheet'))) ?? (await this.ownPatterns(site));
    const projection = BLOCK_PATTERN.projection(this.profile, 'view', wants);
    return patterns.map((pattern) => new Item(projection(pattern, undefined)));
  }

  /** A database of WordPress has the patterns of its theme, whether or not they are known here. */
  private async ownPatterns({ locale }: Site): Promise<readonly JsonRecord[]> {
    if (this.config.wordpress || (await this.options.text(INSTALLED)) === '') return [];
    return ownPatterns(locale);
  }
}

@RestController({ namespace: 'wp/v2', base: '/block-patterns/categories', fields: PATTERN_CATEGORY })
export class PatternCategoriesController {
  constructor(
    private readonly files: ImportedFilesService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, can: can(BlockPatternsPolicy, 'read') })
  async list(@Ctx() { site, wants }: RequestContext): Promise<Item[]> {
    const imported = await this.files.read('pattern_categories', site.option('stylesheet'));
    const ofTheme = THEME_CATEGORIES.get(site.option('template')) ?? [];
    const categories = imported?.map(importedCategory) ?? [...CORE_CATEGORIES, ...ofTheme];
    const projection = PATTERN_CATEGORY.projection(this.profile, 'view', wants);
    return categories.map((category) => new Item(projection(category, undefined)));
  }
}

function importedCategory({ name, label, description }: JsonRecord): PatternCategory {
  return { name: textOf(name), label: textOf(label), description: textOf(description) };
}

@Module({
  controllers: [BlockPatternsController, PatternCategoriesController],
  providers: [BlockPatternsPolicy, ImportedFilesService],
})
export class BlockPatternsModule {}
