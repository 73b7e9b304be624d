import { Inject, Injectable } from '@nestjs/common';
import { type Entry } from '../model/entry.js';
import { type CookieReader, PostPasswordService } from '../read/post-password.js';
import { EntryViewLoader, type PreloadedPage, type ViewNeeds } from '../read/entry-view.loader.js';
import { type SuggestedEntry } from '../../item-cache/item-json-cache.service.js';
import { type EntryView } from '../read/entry-view.js';
import { type Related } from '../read/related.loader.js';
import { FieldTrace } from '../../../content-model/field-trace.js';
import { type MetaField } from '../../../content-model/meta-fields.js';
import { type Context } from '../../../rest/args/common.dto.js';
import { fieldRequest } from '../../../rest/http/field-request.js';
import { type Projection } from '../../../rest/fields/resource-fields.js';
import { Item } from '../../../rest/response/reply.js';
import { type RequestContext } from '../../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { visibleMeta } from '../../meta/meta.field.js';
import { allowedActions } from '../model/action-links.js';
import { type EntryResource } from './entry-resource.js';
import { addFieldLinks, Links } from '../../../rest/response/links.js';
import { type Site } from '../../../site/site.js';
import { mapInTurns } from '../../../text/turns.js';

const NONE: ReadonlySet<number> = new Set();
const HTML_MEMBERS = ['content', 'excerpt', 'description', 'caption'];
const META_MEMBERS = ['featured_media', 'template', 'class_list'];

interface ProjectionOptions {
  links: boolean;
  /** The permalink is sent in a header. */
  alternate?: boolean;
  /** Number of words of generated excerpts, if not the default. */
  excerptWords?: number;
}

/** Which fields and links of entries are returned to whom, and what must be loaded for them. */
export interface EntryProjection {
  ctx: RequestContext;
  resource: EntryResource;
  context: Context;
  project: Projection<Entry, EntryView>;
  /** Undefined if the response has no links. */
  links?: LinkOptions;
  needs: ViewNeeds;
}

/** Presents entries of posts, pages and media as items. */
@Injectable()
export class EntryPresenter {
  constructor(
    private readonly views: EntryViewLoader,
    private readonly passwords: PostPasswordService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Decided once per page. */
  projection(
    ctx: RequestContext,
    resource: EntryResource,
    context: Context,
    { links, alternate = false, excerptWords }: ProjectionOptions,
  ): EntryProjection {
    const { linksForEditors, checksLinkTargets } = this.profile.entries;
    const members = resource.fields.members(this.profile, context, ctx.wants);
    const html = HTML_MEMBERS.some((member) => members.has(member));
    let metaFields: readonly MetaField[] | undefined;
    const fields = ctx.site.model.fields.of('post', resource.type.name).filter(({ name }) => members.has(name));
    return {
      ctx,
      resource,
      context,
      project: resource.fields.projection(this.profile, context, ctx.wants),
      links: links
        ? {
            countsRevisions: linksForEditors,
            actions:
              linksForEditors && context === 'edit'
                ? allowedActions(resource, ctx.principal, this.profile.entries)
                : [],
          }
        : undefined,
      needs: {
        link: alternate || members.has('link') || members.has('permalink_template'),
        slugs: members.has('generated_slug'),
        parentTypes: links && resource.type.hierarchical && checksLinkTargets,
        imagesFor: links && checksLinkTargets ? ctx.principal : undefined,
        html,
        blocks: members.has('blocks') && (ctx.request.param('blocks') === 'rendered' ? 'rendered' : true),
        content: html || members.has('blocks') || fields.some(({ ignoresContent }) => !ignoresContent),
        fields,
        ...(fields.length > 0 && {
          fieldRequest: { ...fieldRequest(ctx), showsLinks: links, trace: new FieldTrace() },
        }),
        forEditing: context === 'edit',
        excerptWords,
        meta: links || resource.type.name === 'attachment' || META_MEMBERS.some((member) => members.has(member)),
        files: resource.type.name === 'attachment',
        attachedFiles: resource.type.name === 'attachment' && this.profile.media.exposesFileDetails,
        taxonomies: taxonomiesOf(resource, members),
        metaFields: () =>
          (metaFields ??= visibleMeta(ctx.site.model, 'post', resource.type.name, ctx.principal).filter(
            ({ key, ownMember, schema }) =>
              members.has(ownMember ? key : 'meta') || (links && (schema.relation ?? schema.media) !== undefined),
          )),
        revisions: links && linksForEditors && resource.type.supports.includes('revisions'),
      },
    };
  }

  /** Starts reading what entries are shown with, while their rows or parents are being read. */
  preload(ids: readonly number[], { needs }: EntryProjection): PreloadedPage {
    return this.views.preload(ids, needs);
  }

  related(ids: readonly number[], { needs }: EntryProjection): Promise<Related> {
    return this.views.related(ids, needs);
  }

  /** The slugs that these entries would get from their titles now. */
  generatedSlugs({ ctx }: EntryProjection, entries: readonly SuggestedEntry[]): Promise<ReadonlyMap<number, string>> {
    return this.views.generatedSlugs(ctx.site, entries);
  }

  /** Everything that is returned for the entries, loaded for all of them together. */
  async view(
    entries: readonly Entry[],
    { ctx, context, needs }: EntryProjection,
    preloaded?: PreloadedPage,
  ): Promise<EntryView> {
    // Requesters who get an entry in the edit context may edit it.
    const isEditing = context === 'edit';
    const locked = entries.filter(({ password }) => password !== '');
    const opened = locked.length > 0 ? (await this.passwords.openedByCookie(cookieReader(ctx), locked)).opened : NONE;
    const unlocked =
      isEditing || locked.length === 0
        ? opened
        : await this.passwords.openedByPassword(ctx.request.address, locked, givenPassword(ctx));
    const isOpened = (entry: Entry) => entry.password === '' || opened.has(entry.id);
    const isUnlocked = (entry: Entry) =>
      isEditing || isOpened(entry) || unlocked.has(entry.id) || ctx.principal.previews(entry.id);
    const { isBulkRead } = ctx.options;
    const page = { ...preloaded, isOpened, response: ctx.request, isBulkRead };
    return this.views.load(ctx.site, entries, needs, isUnlocked, page);
  }

  /** Entries that the requester may read. */
  async items(entries: readonly Entry[], projection: EntryProjection, preloaded?: PreloadedPage): Promise<Item[]> {
    if (entries.length === 0) return [];
    const view = await this.view(entries, projection, preloaded);
    return mapInTurns(entries, (entry) => toItem(entry, view, projection));
  }
}

export function toItem(entry: Entry, view: EntryView, { ctx, resource, project, links, needs }: EntryProjection): Item {
  const members = project(entry, view);
  const own = links ? entryLinks(entry, view, resource, ctx.site, links) : new Links();
  if (links) addRelations(own, entry, view, resource, ctx.site);
  return new Item(
    members,
    addFieldLinks(needs.fields ?? [], (name) => view.declared(entry, name), own),
  );
}

/** Taxonomies whose terms are returned. A post's format is a term too. */
function taxonomiesOf({ type, taxonomies }: EntryResource, members: ReadonlySet<string>): string[] {
  const hasClasses = members.has('class_list');
  const assigned = taxonomies.filter(({ restBase }) => hasClasses || members.has(restBase!)).map(({ name }) => name);
  const hasFormat = members.has('format') || (hasClasses && type.supports.includes('post-formats'));
  return hasFormat ? [...assigned, 'post_format'] : assigned;
}

export function cookieReader({ request, site }: RequestContext): CookieReader {
  return { address: request.address, cookies: request.header('cookie'), siteUrl: site.siteUrl };
}

/** Lists do not declare it, but it unlocks entries there too. */
function givenPassword({ request }: RequestContext): string | undefined {
  const provided = request.param('password');
  return typeof provided === 'string' ? provided : undefined;
}

const API = 'https://api.w.org/';

interface LinkOptions {
  countsRevisions: boolean;
  /** Relations of the requester's actions; see action-links.ts. */
  actions: readonly string[];
}

/** The links of an entry. */
function entryLinks(
  entry: Entry,
  view: EntryView,
  { type, taxonomies, route }: EntryResource,
  site: Site,
  { countsRevisions, actions }: LinkOptions,
): Links {
  const self = site.rest(`${route}/${entry.id}`);
  const links = new Links()
    .add('self', self)
    .add('collection', site.rest(route))
    .add('about', site.rest(`/wp/v2/types/${type.name}`));
  if (type.supports.includes('author') && entry.author > 0)
    links.add('author', site.rest(`/wp/v2/users/${entry.author}`), { embed: { source: 'users', id: entry.author } });
  if (type.supports.includes('comments'))
    links.add('replies', site.rest('/wp/v2/comments', `post=${entry.id}`), {
      embed: { source: 'comments', of: entry.id },
    });
  if (type.supports.includes('revisions'))
    addRevisions(links, entry, view, site.rest(`${route}/${entry.id}/revisions`), countsRevisions);
  if (type.hierarchical && entry.parent > 0) {
    const above = site.model.types.get(view.parentType(entry) ?? type.name) ?? type;
    const { restBase, route: list } = above.restBase ? above : type;
    links.add('up', site.rest(`${list}/${entry.parent}`), { embed: { source: restBase!, id: entry.parent } });
  }
  const image = view.linkedImage(entry);
  if (image > 0)
    links.add(`${API}featuredmedia`, site.rest(`/wp/v2/media/${image}`), { embed: { source: 'media', id: image } });
  const parent = view.files?.parent(entry);
  const parentType = parent && site.model.types.get(parent.type);
  if (parent && parentType?.restBase)
    links.add(`${API}attached-to`, site.rest(`${parentType.route}/${parent.id}`), {
      attributes: { post_type: parent.type, id: parent.id },
      embed: { source: parentType.restBase, id: parent.id },
    });
  if (type.name !== 'attachment') links.add(`${API}attachment`, site.rest('/wp/v2/media', `parent=${entry.id}`));
  for (const { name, restBase = '', route: terms } of taxonomies) {
    links.add(`${API}term`, site.rest(terms, `post=${entry.id}`), {
      attributes: { taxonomy: name },
      embed: { source: restBase, of: entry.id },
    });
  }
  for (const relation of actions) links.add(relation, self);
  return links;
}

/** What the IDs in declared fields lead to. */
function addRelations(links: Links, entry: Entry, view: EntryView, { type }: EntryResource, site: Site): void {
  for (const { name, target, from, key } of site.model.relationsOf(type.name)) {
    const isVisible = from === 'field' || view.metaFields.some((field) => field.key === key);
    const values = from === 'field' ? view.declared(entry, name) : view.meta(entry)?.get(key);
    for (const id of isVisible ? ((values ?? []) as readonly unknown[]).map(Number) : [])
      if (id > 0) links.add(name, site.rest(`${target.route}/${id}`), { embed: { source: target.restBase, id } });
  }
}

function addRevisions(links: Links, entry: Entry, view: EntryView, href: string, counts: boolean): void {
  if (!counts) {
    links.add('version-history', href);
    return;
  }
  const { count, newest } = view.revisions(entry) ?? { count: 0, newest: 0 };
  links.add('version-history', href, { attributes: { count } });
  if (count > 0) links.add('predecessor-version', `${href}/${newest}`, { attributes: { id: newest } });
}
