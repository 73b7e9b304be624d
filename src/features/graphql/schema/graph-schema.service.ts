import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type GraphQLSchema } from 'graphql';
import { RolesStore } from '../../../access/index.js';
import { MenuLocationsService } from '../../../modules/menus/index.js';
import { ContentModel } from '../../../content-model/index.js';
import { EntryTemplatesService, SeoPluginRegistry } from '../../../modules/entries/index.js';
import { SiteLanguagesRegistry, SiteService } from '../../../site/index.js';
import { registeredMimeTypes } from '../../../text/index.js';
import { BlockTypesService } from '../../../modules/block-types/index.js';
import { siteSizes } from '../../../rendering/media/image-sizes.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { blockTypes } from './block-types.part.js';
import { languageTypes } from './language-types.part.js';
import { MetaTypes } from './meta-types.part.js';
import { mutations } from './mutations/mutations.part.js';
import { GraphAdditionsRegistry } from './graph-additions.registry.js';
import { CORE_TYPES } from './core-types.js';
import { entryTypes } from './entry-types.part.js';
import { enumName, GraphContent, graphTemplate, type SiteNames } from '../model/names.js';
import { peopleTypes } from './people-types.part.js';
import { SchemaText } from './schema-text.js';
import { seoTypes } from './seo-types.part.js';
import { settingTypes } from './setting-types.part.js';
import { siteTypes } from './site-types.part.js';
import { termTypes } from './term-types.part.js';

export interface BuiltSchema {
  readonly schema: GraphQLSchema;
  readonly content: GraphContent;
}

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'];
const REQUEST_STATUSES = ['request-pending', 'request-confirmed', 'request-failed', 'request-completed'];

/** The service listens by then. */
const BUILD_AFTER_MS = 1000;

/** Builds the schema from the content model, once: with the first document, or when the service has started. */
@Injectable()
export class GraphSchemaService implements OnApplicationBootstrap, OnModuleDestroy {
  private built?: Promise<BuiltSchema>;
  private timer?: NodeJS.Timeout;
  private readonly logger = new Logger('GraphQL');

  constructor(
    private readonly model: ContentModel,
    private readonly sites: SiteService,
    private readonly roles: RolesStore,
    private readonly templates: EntryTemplatesService,
    private readonly locations: MenuLocationsService,
    private readonly blocks: BlockTypesService,
    private readonly languages: SiteLanguagesRegistry,
    private readonly seo: SeoPluginRegistry,
    private readonly additions: GraphAdditionsRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => void this.get().catch((error: unknown) => this.logger.error(error)), BUILD_AFTER_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  get(): Promise<BuiltSchema> {
    clearTimeout(this.timer);
    if (!this.built) {
      this.built = this.build();
      this.built.catch(() => (this.built = undefined));
    }
    return this.built;
  }

  private async build(): Promise<BuiltSchema> {
    const taken = new Set([...CORE_TYPES.matchAll(/^(?:type|interface|enum|input) (\w+)/gm)].map(([, name]) => name!));
    const content = new GraphContent(this.model, await this.names(), taken);
    for (const name of content.leftOut)
      this.logger.warn(
        `"${name}" is not in the schema of GraphQL: its names there are taken, or not possible. Declare others in "graphql".`,
      );
    const text = new SchemaText().define(CORE_TYPES);
    enums(text, content);
    entryTypes(text, content);
    termTypes(text, content);
    peopleTypes(text);
    siteTypes(text, content);
    settingTypes(text);
    if (this.profile.rendering.blocks)
      blockTypes(text, content, await this.blocks.all({ site: await this.sites.current() }));
    if (this.seo.plugin) seoTypes(text, this.seo.plugin);
    const { languages } = this.languages;
    if (languages) {
      const registered = await languages.all(await this.sites.current());
      if (registered.length > 0) languageTypes(text, content, { languages, registered });
    }
    new MetaTypes(text, content).define();
    mutations(text, content);
    for (const addition of this.additions.all) await addition.extend(text, content);
    return { schema: text.build(), content };
  }

  private async names(): Promise<SiteNames> {
    const site = await this.sites.current();
    const types = [...this.model.types.values()].filter(
      ({ restBase, name }) => restBase !== undefined || name === 'page',
    );
    const files = await Promise.all(types.map(({ name }) => this.templates.choices(site, name)));
    const byValue = (names: Iterable<string>) => new Map([...names].map((name) => [enumName(name), name]));
    const sizes = siteSizes(site, this.profile.media).map(({ name }) => name);
    return {
      templates: [...new Set(files.flat())].map(graphTemplate),
      roles: byValue((await this.roles.definitions()).keys()),
      mimeTypes: byValue(registeredMimeTypes(this.profile.rendering).values()),
      locations: byValue(this.locations.all.keys()),
      statuses: [...STATUSES, ...REQUEST_STATUSES],
      sizes,
    };
  }
}

/** Enums whose values follow from the site. */
function enums(text: SchemaText, content: GraphContent): void {
  const { templates, locations, mimeTypes, roles, sizes, statuses, taxonomies, types } = content;
  text
    .enumOf(
      'ContentTypeEnum',
      types.map((type) => content.valueOfType(type)),
    )
    .enumOf(
      'TaxonomyEnum',
      taxonomies.map(({ type }) => enumName(type)),
    )
    .enumOf('ContentTemplateEnum', ['DEFAULT_TEMPLATE', ...templates.map(({ value }) => value)])
    .enumOf('PostStatusEnum', statuses.map(enumName))
    .enumOf('MimeTypeEnum', [...mimeTypes.keys()])
    .enumOf('MediaItemSizeEnum', sizes.map(enumName))
    .enumOf('UserRoleEnum', roles.size > 0 ? [...roles.keys()] : ['ADMINISTRATOR'])
    .enumOf('MenuLocationEnum', locations.size > 0 ? [...locations.keys()] : ['EMPTY']);
  for (const { type } of templates) text.define(`type ${type} implements ContentTemplate { templateName: String }`);
  const linkable = [
    ...types.filter(({ definition }) => definition.viewable && definition.name !== 'attachment'),
    ...taxonomies.filter(({ definition }) => definition.viewable),
  ];
  text.define(`union MenuItemObjectUnion = ${linkable.map(({ type }) => type).join(' | ')}`);
}
