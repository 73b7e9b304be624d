import { Inject } from '@nestjs/common';
import { Arg, CollectionDto, type Context, type JsonType } from '../../../rest/args/index.js';
import { RestError } from '../../../rest/errors/index.js';
import { everywhere, readOnly, ResourceFields, viewAndEdit } from '../../../rest/fields/index.js';
import { RequestContext } from '../../../rest/http/index.js';
import { Item, type JsonValue, Links, pagedReply, Reply } from '../../../rest/response/index.js';
import { Args, can, Ctx, DELETABLE, EDITABLE, READABLE, RestController, Route } from '../../../rest/route/index.js';
import { isMap, type PhpMap } from '../../../text/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { AbilitiesService } from './abilities.service.js';
import { ABILITIES_NAMESPACE, type Ability, ABILITY_CATEGORIES, type AbilityCategory } from './core-abilities.js';
import { AbilitiesPolicy } from './abilities.policy.js';

const CATEGORIES_PATH = `/${ABILITIES_NAMESPACE}/categories`;
const ABILITIES_PATH = `/${ABILITIES_NAMESPACE}/abilities`;
const ANYTHING: readonly JsonType[] = ['integer', 'number', 'boolean', 'string', 'array', 'object', 'null'];

const FLAG = { type: ['boolean', 'null'] } as const;
const ANNOTATIONS = {
  readonly: { ...FLAG, description: 'Whether it changes nothing.' },
  destructive: { ...FLAG, description: 'Whether it may delete.' },
  idempotent: { ...FLAG, description: 'Whether repeated calls with the same input have no further effect.' },
};

const ABILITY = new ResourceFields<Ability, undefined>('ability', {
  name: readOnly('string', 'Name of the ability, with its namespace.', everywhere, ({ name }) => name),
  label: readOnly('string', 'Label of the ability.', everywhere, ({ label }) => label),
  description: readOnly('string', 'What the ability does.', viewAndEdit, ({ description }) => description),
  category: readOnly('string', 'Category of the ability.', everywhere, ({ category }) => category),
  input_schema: readOnly('object', 'JSON schema of the input.', viewAndEdit, ({ inputSchema }) => inputSchema),
  output_schema: readOnly('object', 'JSON schema of the result.', viewAndEdit, ({ outputSchema }) => outputSchema),
  meta: readOnly('object', 'How the ability behaves.', viewAndEdit, metaOf, {
    properties: () => ({
      annotations: {
        description: 'What calls of the ability do.',
        type: 'object',
        properties: ANNOTATIONS,
        additionalProperties: true,
      },
      public: { description: 'Whether clients may use it.', type: 'boolean' },
    }),
  }),
});

const CATEGORY = new ResourceFields<AbilityCategory, undefined>('ability-category', {
  slug: readOnly('string', 'Name of the category.', everywhere, ({ slug }) => slug),
  label: readOnly('string', 'Label of the category.', everywhere, ({ label }) => label),
  description: readOnly('string', 'What the abilities are about.', viewAndEdit, ({ description }) => description),
  // An empty map, which is encoded as an empty list.
  meta: readOnly('object', 'More about the category.', viewAndEdit, () => [], {
    default: [],
    variation: () => ({ default: undefined }),
  }),
});

const RESULT = new ResourceFields('ability-execution', {
  result: readOnly(ANYTHING, 'Result of the ability.', viewAndEdit),
});

function metaOf({ isReadOnly, isDestructive, isIdempotent }: Ability) {
  const annotations = { readonly: isReadOnly, destructive: isDestructive, idempotent: isIdempotent };
  return { annotations, public: true, show_in_rest: true };
}

class ListCategoriesDto extends CollectionDto {
  @Arg({ type: 'integer', default: 50, minimum: 1, maximum: 100, description: 'Maximum number of items per page.' })
  declare per_page: number;

  @Arg({ present: () => false })
  declare search?: string;
}

class CategoryDto {
  @Arg({ type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', description: 'Name of the category.' })
  slug!: string;
}

class ListAbilitiesDto extends ListCategoriesDto {
  @Arg({ type: 'string', description: 'Limit to abilities of this category.' })
  category?: string;

  @Arg({ type: 'string', description: 'Limit to abilities of this namespace.' })
  namespace?: string;

  @Arg({
    type: 'object',
    properties: {
      annotations: {
        type: 'object',
        properties: ANNOTATIONS,
        additionalProperties: true,
        description: 'Limit to abilities with these annotations.',
      },
    },
    additionalProperties: true,
    description: 'Limit to abilities that have all of these members.',
  })
  meta?: PhpMap;
}

class AbilityDto {
  @Arg({ type: 'string', pattern: '^[a-zA-Z0-9\\-\\/]+$', description: 'Name of the ability.' })
  name!: string;
}

class RunAbilityDto extends AbilityDto {
  @Arg({ type: ANYTHING, default: null, unchecked: true, description: 'Input of the ability, which checks it.' })
  input!: unknown;
}

const unknownCategory = () =>
  new RestError('rest_ability_category_not_found', 'There is no such category of abilities.', 404);

const READ = can(AbilitiesPolicy, 'read');

@RestController({ namespace: ABILITIES_NAMESPACE, base: '/categories', fields: CATEGORY })
export class AbilityCategoriesController {
  constructor(@Inject(PROFILE) private readonly profile: Profile) {}

  @Route({ methods: READABLE, args: ListCategoriesDto, can: READ })
  list(@Ctx() ctx: RequestContext, @Args() args: ListCategoriesDto): Reply {
    const items = ABILITY_CATEGORIES.map((category) => this.item(ctx, category, args.context));
    return pageOf(ctx, CATEGORIES_PATH, items, args);
  }

  @Route({ methods: READABLE, path: '/(?P<slug>[a-z0-9]+(?:-[a-z0-9]+)*)', args: CategoryDto, can: READ })
  read(@Ctx() ctx: RequestContext, @Args() { slug }: CategoryDto): Item {
    const category = ABILITY_CATEGORIES.find((category) => category.slug === slug);
    if (!category) throw unknownCategory();
    return this.item(ctx, category, 'view');
  }

  private item(ctx: RequestContext, category: AbilityCategory, context: Context): Item {
    const { site } = ctx;
    const links = new Links()
      .add('self', site.rest(`${CATEGORIES_PATH}/${category.slug}`), { allow: READABLE })
      .add('collection', site.rest(CATEGORIES_PATH))
      .add('abilities', site.rest(ABILITIES_PATH, `category=${category.slug}`));
    return new Item(CATEGORY.projection(this.profile, context, ctx.wants)(category, undefined), links);
  }
}

/** Declared before the item, whose pattern matches it, too. */
@RestController({ namespace: ABILITIES_NAMESPACE, base: '/abilities', fields: RESULT })
export class AbilityRunController {
  constructor(private readonly abilities: AbilitiesService) {}

  @Route({
    methods: [...READABLE, ...EDITABLE, ...DELETABLE],
    path: '/(?P<name>[a-zA-Z0-9\\-\\/]+?)/run',
    args: RunAbilityDto,
    can: can(AbilitiesPolicy, 'run'),
    responds: { type: ANYTHING },
  })
  async run(@Ctx() ctx: RequestContext, @Args() { name, input }: RunAbilityDto): Promise<JsonValue> {
    return (await this.abilities.run(ctx, name, input)) as JsonValue;
  }
}

@RestController({ namespace: ABILITIES_NAMESPACE, base: '/abilities', fields: ABILITY })
export class AbilitiesController {
  constructor(
    private readonly abilities: AbilitiesService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ListAbilitiesDto, can: READ })
  async list(@Ctx() ctx: RequestContext, @Args() args: ListAbilitiesDto): Promise<Reply> {
    const { category, namespace, meta, context } = args;
    const found = (await this.abilities.list(ctx)).filter(
      (ability) =>
        (category === undefined || ability.category === category) &&
        (namespace === undefined || ability.name.startsWith(`${namespace}/`)) &&
        (meta === undefined || includes(metaOf(ability), meta)),
    );
    const items = found.map((ability) => this.item(ctx, ability, context));
    return pageOf(ctx, ABILITIES_PATH, items, args);
  }

  @Route({ methods: READABLE, path: '/(?P<name>[a-zA-Z0-9\\-\\/]+)', args: AbilityDto, can: READ })
  async read(@Ctx() ctx: RequestContext, @Args() { name }: AbilityDto): Promise<Item> {
    return this.item(ctx, await this.abilities.find(ctx, name), 'view');
  }

  private item(ctx: RequestContext, ability: Ability, context: Context): Item {
    const self = ctx.site.rest(`${ABILITIES_PATH}/${ability.name}`);
    const links = new Links()
      .add('self', self, { allow: READABLE })
      .add('collection', ctx.site.rest(ABILITIES_PATH))
      .add('wp:action-run', `${self}/run`);
    return new Item(ABILITY.projection(this.profile, context, ctx.wants)(ability, undefined), links);
  }
}

function pageOf(ctx: RequestContext, route: string, items: readonly Item[], args: ListCategoriesDto): Reply {
  const { page, per_page: perPage } = args;
  const part = items.slice((page - 1) * perPage, page * perPage);
  return pagedReply(ctx, route, part, { total: items.length, page, perPage, args });
}

/** Whether an object has all members of another one, with the same values. */
function includes(object: Readonly<Record<string, unknown>>, part: PhpMap): boolean {
  return Object.entries(part).every(([name, value]) => {
    const own = Object.hasOwn(object, name) ? object[name] : undefined;
    return isMap(value) && isMap(own) ? includes(own, value) : own === value;
  });
}
