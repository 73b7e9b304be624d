import { Arg } from '../../rest/args/arg.decorator.js';
import { CollectionArgs, ContextArgs } from '../../rest/args/common.dto.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { type Item, type JsonValue, Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import {
  CreateFaceArgs,
  CreateFamilyArgs,
  DeleteFaceArgs,
  DeleteFamilyArgs,
  ListFacesArgs,
  ListFamiliesArgs,
  ReadFaceArgs,
  ReadFamilyArgs,
  UpdateFamilyArgs,
} from './fonts.dto.js';
import { unknownCollection } from './fonts.errors.js';
import { FONT_FACE, FONT_FAMILY } from './fonts.fields.js';
import { FontCollectionsPolicy, FontsPolicy } from './fonts.policy.js';
import { FontsService } from './fonts.service.js';

const ONE = '/(?P<id>[\\d]+)';
/** Largest body with the files of a face. */
const FACE_BYTES = 32 * 1024 * 1024;

@RestController({ namespace: 'wp/v2', base: '/font-families', fields: FONT_FAMILY })
export class FontFamiliesController {
  constructor(private readonly fonts: FontsService) {}

  @Route({ methods: READABLE, args: ListFamiliesArgs, can: can(FontsPolicy, 'list') })
  list(@Ctx() ctx: RequestContext, @Args() args: ListFamiliesArgs): Promise<Reply> {
    return this.fonts.listFamilies(ctx, args);
  }

  @Route({ methods: CREATABLE, args: CreateFamilyArgs, can: can(FontsPolicy, 'create') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateFamilyArgs): Promise<Reply> {
    return this.fonts.createFamily(ctx, args.font_family_settings!);
  }

  @Route({ methods: READABLE, path: ONE, args: ReadFamilyArgs, can: can(FontsPolicy, 'read') })
  read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadFamilyArgs): Promise<Item> {
    return this.fonts.readFamily(ctx, id, context);
  }

  @Route({ methods: EDITABLE, path: ONE, args: UpdateFamilyArgs, can: can(FontsPolicy, 'update') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdateFamilyArgs): Promise<Item> {
    return this.fonts.updateFamily(ctx, args.id!, args.font_family_settings);
  }

  @Route({ methods: DELETABLE, path: ONE, args: DeleteFamilyArgs, can: can(FontsPolicy, 'delete') })
  delete(@Ctx() ctx: RequestContext, @Args() { id, force }: DeleteFamilyArgs): Promise<JsonValue> {
    return this.fonts.deleteFamily(ctx, id, force);
  }
}

@RestController({
  namespace: 'wp/v2',
  base: '/font-families/(?P<font_family_id>[\\d]+)/font-faces',
  fields: FONT_FACE,
})
export class FontFacesController {
  constructor(private readonly fonts: FontsService) {}

  @Route({ methods: READABLE, args: ListFacesArgs, can: can(FontsPolicy, 'list') })
  list(@Ctx() ctx: RequestContext, @Args() args: ListFacesArgs): Promise<Reply> {
    return this.fonts.listFaces(ctx, args);
  }

  @Route({
    methods: CREATABLE,
    args: CreateFaceArgs,
    can: can(FontsPolicy, 'create'),
    body: { upload: 'edit_theme_options', everyField: true, limit: FACE_BYTES },
  })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateFaceArgs): Promise<Reply> {
    return this.fonts.createFace(ctx, args.font_family_id!, args.font_face_settings!);
  }

  @Route({ methods: READABLE, path: ONE, args: ReadFaceArgs, can: can(FontsPolicy, 'readFace') })
  read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadFaceArgs): Promise<Item> {
    return this.fonts.readFace(ctx, id, context);
  }

  @Route({ methods: DELETABLE, path: ONE, args: DeleteFaceArgs, can: can(FontsPolicy, 'deleteFace') })
  delete(@Ctx() ctx: RequestContext, @Args() { id, force }: DeleteFaceArgs): Promise<JsonValue> {
    return this.fonts.deleteFace(ctx, id, force);
  }
}

const everywhere = ['view', 'edit', 'embed'] as const;

const FONT_COLLECTION = new ResourceFields('font-collection', {
  slug: { description: 'Name of the collection.', type: 'string', context: everywhere, readonly: true },
  name: { description: 'Title.', type: 'string', context: everywhere },
  description: { description: 'Description.', type: 'string', context: everywhere },
  font_families: { description: 'Font families of the collection.', type: 'array', context: everywhere },
  categories: { description: 'Categories of the font families.', type: 'array', context: everywhere },
});

class ListCollectionsArgs extends CollectionArgs {
  @Arg({ present: () => false })
  declare search?: string;
}

class ReadCollectionArgs extends ContextArgs {
  @Arg({ type: 'string', unlisted: true, description: 'Name of the collection.' })
  slug!: string;
}

/** Catalogues of fonts to install. PHP registers them, and their files are elsewhere: here there are none. */
@RestController({ namespace: 'wp/v2', base: '/font-collections', fields: FONT_COLLECTION })
export class FontCollectionsController {
  @Route({ methods: READABLE, args: ListCollectionsArgs, can: can(FontCollectionsPolicy, 'read') })
  list(): Reply {
    return new Reply([], 200, { 'X-WP-Total': 0, 'X-WP-TotalPages': 0 });
  }

  @Route({
    methods: READABLE,
    path: '/(?P<slug>[\\/\\w-]+)',
    args: ReadCollectionArgs,
    can: can(FontCollectionsPolicy, 'read'),
  })
  read(): Item {
    throw unknownCollection();
  }
}
