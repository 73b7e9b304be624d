import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry } from '../entries/model/entry.js';
import { EntriesListStore } from '../entries/read/list/entries-list.store.js';
import { type EntryQuery } from '../entries/read/list/entry-query.js';
import { type EntryPatch } from '../entries/write/entry-changes.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { MetaWriter } from '../meta/meta.writer.js';
import { EntriesWriter } from '../entries/write/entries.writer.js';
import { Database } from '../../database/database.js';
import { type Context } from '../../rest/args/common.dto.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { Links } from '../../rest/response/links.js';
import { countedFrom, pageCount, pagedReply } from '../../rest/response/paging.js';
import { Item, type JsonValue, Reply } from '../../rest/response/reply.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { phpJson } from '../../text/php/json.js';
import { cleanUrl } from '../../text/urls.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { includeMissing, pageBeyondEnd, unknownEntry } from '../entries/api/entry.errors.js';
import { FontFilesService, fontPath } from './font-files.service.js';
import { faceTitle, type FontSettings, sourcesOf } from './font-settings.validators.js';
import { type ListFacesDto, type ListFamiliesDto, type ListFontsDto } from './fonts.dto.js';
import { cannotRead, duplicateFace, duplicateFamily, noTrash, unknownFamily } from './fonts.errors.js';
import { FACE_TYPE, FAMILY_TYPE, FONT_FACE, FONT_FAMILY, storedSettings } from './fonts.fields.js';

const PATH = '/wp/v2/font-families';
const FILE_KEY = '_wp_font_face_file';
/** Faces of the families of one page. */
const MAX_FACES = 10_000;

const facesPath = (family: number) => `${PATH}/${family}/font-faces`;

/** Reads and writes font families and their faces. */
@Injectable()
export class FontsService {
  private readonly byId = new RequestLoader((id: number) => this.entries.byId(id));

  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly writer: EntriesWriter,
    private readonly deletion: EntryDeletionService,
    private readonly files: FontFilesService,
    embeds: EmbedRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {
    embeds.register('font-faces', {
      byId: async (ctx, ids) => {
        const faces = await this.entries.byIds(ids.map(Number));
        const isVisible = ctx.principal.can('edit_theme_options');
        const visible = (face: Entry | undefined) => {
          if (face?.type !== FACE_TYPE) return unknownEntry().body;
          return isVisible ? this.faceItem(ctx.whole(), face, 'embed') : cannotRead(ctx.principal).body;
        };
        return new Map(ids.map((id) => [id, visible(faces.get(Number(id)))]));
      },
    });
  }

  family(ctx: RequestContext, id: number): Promise<Entry | undefined> {
    return this.find(ctx, id, FAMILY_TYPE);
  }

  face(ctx: RequestContext, id: number): Promise<Entry | undefined> {
    return this.find(ctx, id, FACE_TYPE);
  }

  async listFamilies(ctx: RequestContext, args: ListFamiliesDto): Promise<Reply> {
    const query = { ...listQuery(FAMILY_TYPE, args), ...(args.slug && { slugs: args.slug }) };
    const found = await this.lists.find(query, { content: true });
    const total = countedFrom(args.offset, found);
    if (total > 0 && args.page > pageCount({ total, perPage: args.per_page })) throw pageBeyondEnd();
    return this.paged(ctx, PATH, await this.familyItems(ctx, found.items, args.context), total, args);
  }

  async listFaces(ctx: RequestContext, args: ListFacesDto): Promise<Reply> {
    if (!(await this.family(ctx, args.font_family_id))) throw unknownFamily();
    const query = { ...listQuery(FACE_TYPE, args), parents: [args.font_family_id] };
    const { items, total: all } = await this.lists.find(query, { content: true });
    // Unlike other lists, this one is empty beyond its end, with a total of 0.
    const total = items.length === 0 ? 0 : all;
    const faces = items.map((face) => this.faceItem(ctx, face, args.context));
    return this.paged(ctx, facesPath(args.font_family_id), faces, total, args);
  }

  async readFamily(ctx: RequestContext, id: number, context: Context): Promise<Item> {
    const family = await this.family(ctx, id);
    if (!family) throw unknownEntry();
    const [item] = await this.familyItems(ctx, [family], context);
    return item!;
  }

  async readFace(ctx: RequestContext, id: number, context: Context): Promise<Item> {
    const face = await this.face(ctx, id);
    if (!face) throw unknownEntry();
    return this.faceItem(ctx, face, context);
  }

  async createFamily(ctx: RequestContext, settings: FontSettings): Promise<Reply> {
    const { name, slug, ...rest } = settings as FontSettings & { name: string; slug: string };
    const taken = { ...listQuery(FAMILY_TYPE, { include: [], exclude: [] }), slugs: [slug] };
    if ((await this.lists.find(taken, { content: false })).items.length > 0) throw duplicateFamily(slug);
    const id = await this.insert(ctx, FAMILY_TYPE, { title: name, slug, content: phpJson(rest) });
    return new Reply(await this.readFamily(ctx, id, 'edit'), 201, { Location: ctx.site.rest(`${PATH}/${id}`) });
  }

  async updateFamily(ctx: RequestContext, id: number, settings: FontSettings): Promise<Item> {
    const family = await this.family(ctx, id);
    if (!family) throw unknownEntry();
    const { name, slug: _same, ...changed } = settings as FontSettings & { name?: string };
    const stored = storedSettings(family);
    const changes = { title: name ?? family.title, content: phpJson({ ...stored, ...changed }) };
    await this.database.transaction((tx) => this.writer.update(tx, family, changes, ctx));
    ctx.forget();
    return this.readFamily(ctx, id, 'edit');
  }

  /** The files of a face are stored before its row; when that fails they are deleted again. */
  async createFace(ctx: RequestContext, family: number, settings: FontSettings): Promise<Reply> {
    if (!(await this.family(ctx, family))) throw unknownFamily();
    const title = faceTitle(settings);
    const siblings = await this.facesOf([family]);
    if (siblings.some((face) => face.title === title)) throw duplicateFace();
    const stored: string[] = [];
    try {
      const sources: string[] = [];
      for (const source of sourcesOf(settings)) sources.push(await this.addressOf(ctx, source, stored));
      const src = Array.isArray(settings.src) ? sources : sources[0];
      const changes = { title, content: phpJson({ ...settings, src }), parent: family, requiresParent: true };
      const id = await this.insert(ctx, FACE_TYPE, changes, stored);
      const headers = { Location: ctx.site.rest(`${facesPath(family)}/${id}`) };
      return new Reply(await this.readFace(ctx, id, 'edit'), 201, headers);
    } catch (error) {
      await this.files.delete(stored);
      throw error;
    }
  }

  /** With all its faces. */
  async deleteFamily(ctx: RequestContext, id: number, force: boolean): Promise<JsonValue> {
    if (!force) throw noTrash();
    const previous = await this.readFamily(ctx.whole(), id, 'edit');
    const faces = (await this.facesOf([id])).map((face) => face.id);
    return this.deleted(previous, [...faces, id]);
  }

  async deleteFace(ctx: RequestContext, id: number, force: boolean): Promise<JsonValue> {
    if (!force) throw noTrash();
    return this.deleted(await this.readFace(ctx.whole(), id, 'edit'), [id]);
  }

  private async find(ctx: RequestContext, id: number, type: string): Promise<Entry | undefined> {
    const entry = id > 0 ? await this.byId.of(ctx, id) : undefined;
    return entry?.type === type ? entry : undefined;
  }

  private async facesOf(families: readonly number[]): Promise<Entry[]> {
    if (families.length === 0) return [];
    const all: ListChoices = { include: [], exclude: [], per_page: MAX_FACES, order: 'asc' };
    const query = { ...listQuery(FACE_TYPE, all), parents: families };
    return [...(await this.lists.find(query, { content: false })).items];
  }

  private paged(ctx: RequestContext, route: string, items: Item[], total: number, args: ListFontsDto): Reply {
    const { page, per_page: perPage } = args;
    return pagedReply(ctx, route, items, { total, page, perPage, args });
  }

  private async insert(
    ctx: RequestContext,
    type: string,
    changes: EntryPatch,
    files: readonly string[] = [],
  ): Promise<number> {
    const declared = ctx.site.model.types.get(type)!;
    const id = await this.database.transaction(async (tx) => {
      const created = await this.writer.create(tx, declared, { ...changes, status: 'publish' }, ctx);
      for (const file of files) await new MetaWriter(tx).add(created, FILE_KEY, file);
      return created;
    });
    ctx.forget();
    return id;
  }

  /** The address of a font: as it was sent, or of the file in the form field of that name. */
  private async addressOf({ request, site }: RequestContext, source: string, stored: string[]): Promise<string> {
    const file = request.files.find(({ field }) => field === source);
    if (!file) return cleanUrl(source, this.profile.text.rules);
    const name = await this.files.store(file);
    stored.push(name);
    return `${site.uploadsUrl}/${fontPath(name)}`;
  }

  private async deleted(previous: Item, ids: readonly number[]): Promise<JsonValue> {
    const files = [...(await this.entries.metas(ids, [FILE_KEY])).values()].flatMap((meta) => meta.get(FILE_KEY) ?? []);
    await this.database.transaction(async (tx) => {
      for (const id of ids) await this.deletion.delete(tx, id);
    });
    await this.files.delete(files);
    return { deleted: true, previous: previous.members };
  }

  private async familyItems(ctx: RequestContext, families: readonly Entry[], context: Context): Promise<Item[]> {
    const faces = new Map<number, number[]>(families.map(({ id }) => [id, []]));
    for (const { id, parent } of await this.facesOf([...faces.keys()])) faces.get(parent)?.push(id);
    const projection = FONT_FAMILY.projection(this.profile, context, ctx.wants);
    return families.map((entry) => {
      const ids = faces.get(entry.id)!;
      const links = new Links()
        .add('self', ctx.site.rest(`${PATH}/${entry.id}`))
        .add('collection', ctx.site.rest(PATH));
      for (const id of ids)
        links.add('font_faces', ctx.site.rest(`${facesPath(entry.id)}/${id}`), { embed: { source: 'font-faces', id } });
      return new Item(projection({ entry, faces: ids }, undefined), links);
    });
  }

  private faceItem({ site, wants }: RequestContext, face: Entry, context: Context): Item {
    const links = new Links()
      .add('self', site.rest(`${facesPath(face.parent)}/${face.id}`))
      .add('collection', site.rest(facesPath(face.parent)))
      .add('parent', site.rest(`${PATH}/${face.parent}`));
    return new Item(FONT_FACE.projection(this.profile, context, wants)(face, undefined), links);
  }
}

type ListChoices = Pick<ListFontsDto, 'include' | 'exclude'> & Partial<ListFontsDto>;

function listQuery(type: string, args: ListChoices): EntryQuery {
  const { include, exclude, page = 1, per_page: limit = 1, offset = (page - 1) * limit } = args;
  if (args.orderby === 'include' && include.length === 0) throw includeMissing();
  return {
    type,
    statuses: ['publish'],
    ...(include.length > 0 && { include }),
    ...(exclude.length > 0 && { exclude }),
    orderby: args.orderby ?? 'id',
    order: args.order ?? 'desc',
    perPage: limit,
    offset,
  };
}
