import { Inject, Injectable, Logger } from '@nestjs/common';
import { DeclarationError } from '../../content-model/declaration-error.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { mapInTurns } from '../../text/turns.js';
import { type RequestContext, type ResponseOptions } from '../http/request-context.js';
import { type EmbedTarget, type Link, shorten } from './links.js';
import { Item, type SerializedItem } from './reply.js';
import { TargetHintsService } from './target-hints.service.js';
import { type Embedded, itemJson, serializeItem } from './shape.js';

/**
 * Loads embedded resources of one kind for a whole page at once. `byId` and `listOf` get every ID the page needs and
 * take a constant number of queries; an item the requester may not read is replaced by the error body, as in WordPress.
 * What has an ID may be a list too.
 */
export interface EmbedSource {
  byId?(
    ctx: RequestContext,
    ids: readonly (number | string)[],
  ): Promise<ReadonlyMap<number | string, Item | readonly Item[] | object>>;
  listOf?(ctx: RequestContext, owners: readonly number[]): Promise<ReadonlyMap<number, readonly Item[] | object>>;
}

/** Registry of embeddable resources. Resource modules register themselves; links to an unknown kind are not embedded. */
@Injectable()
export class EmbedRegistry {
  private readonly sources = new Map<string, EmbedSource>();
  private readonly unknown = new Set<string>();
  private readonly logger = new Logger('Embeds');

  constructor(
    private readonly hints: TargetHintsService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  register(name: string, source: EmbedSource): void {
    this.sources.set(name, source);
  }

  /** Refuses a source that a declaration names and nothing has registered. */
  assertRegistered(name: string, owner: string): void {
    if (this.sources.has(name)) return;
    throw new DeclarationError(`${owner}: \`embeds\` names "${name}", which nothing registers. ${this.registered()}`);
  }

  /** `_embedded` of each item that has embedded resources. */
  async embed(ctx: RequestContext, items: readonly Item[], follows: FollowsRelation): Promise<Embedded> {
    const loaded = await this.load(ctx, items, follows);
    return new Map(
      items.flatMap((item) => {
        const embedded = embeddedOf(item, loaded, follows);
        return embedded ? [[item, embedded]] : [];
      }),
    );
  }

  /** The JSON of items for lists; with `_fields` only where nothing is embedded. */
  async serialize(ctx: RequestContext, items: readonly Item[]): Promise<SerializedItem[]> {
    const { wants } = ctx;
    if (!wants || wants.has('_links')) await this.addHints(ctx, items);
    const embedded = ctx.options.embed ? await this.embed(ctx, items, namedRelations(ctx.options)) : undefined;
    return mapInTurns(items, (item) => serializeItem(item, embedded?.get(item), wants));
  }

  /** What the requester may do with each of the items, where the profile has such hints. */
  async addHints(ctx: RequestContext, items: readonly Item[]): Promise<void> {
    if (this.profile.rest.hintsMethods) await this.hints.add(ctx, items);
  }

  /** A source that no declaration names is only known when the link is made. */
  private noteUnknown(name: string): void {
    if (this.unknown.has(name)) return;
    this.unknown.add(name);
    this.logger.error(
      `A link has the embed source "${name}", which nothing registers, so it is not embedded. ${this.registered()}`,
    );
  }

  private registered(): string {
    return `Registered are ${[...this.sources.keys()].join(', ')}.`;
  }

  private async load(ctx: RequestContext, items: readonly Item[], follows: FollowsRelation): Promise<LoadedTargets> {
    const groups = new Map<string, { ids: Set<number | string>; owners: Set<number> }>();
    for (const link of items.flatMap((item) => followed(item, follows).flatMap(([, links]) => links))) {
      if (!link.embed) continue;
      const group = groups.get(link.embed.source) ?? { ids: new Set(), owners: new Set() };
      groups.set(link.embed.source, group);
      if ('id' in link.embed) group.ids.add(link.embed.id);
      else group.owners.add(link.embed.of);
    }
    const loaded: LoadedTargets = new Map();
    await Promise.all(
      [...groups].map(async ([name, group]) => {
        const source = this.sources.get(name);
        if (!source) this.noteUnknown(name);
        const byId = group.ids.size > 0 ? await source?.byId?.(ctx, [...group.ids]) : undefined;
        const lists = group.owners.size > 0 ? await source?.listOf?.(ctx, [...group.owners]) : undefined;
        const found = [...(byId?.values() ?? []), ...(lists?.values() ?? [])].flat();
        await this.addHints(ctx, found.filter(isItem));
        loaded.set(name, { byId: jsonValues(byId), lists: jsonValues(lists) });
      }),
    );
    return loaded;
  }
}

/** Whether a relation, in its compact form, is embedded. */
export type FollowsRelation = (relation: string) => boolean;

/** The relations that `_embed` names. */
export function namedRelations({ embed }: ResponseOptions): FollowsRelation {
  return (relation) => (typeof embed === 'boolean' ? embed : embed.has(relation));
}

const isItem = (value: unknown): value is Item => value instanceof Item;

function followed(item: Item, follows: FollowsRelation): [relation: string, links: Link[]][] {
  return [...item.links.relations].filter(([relation]) => follows(shorten(relation)));
}

type LoadedTargets = Map<string, { byId: Map<number | string, unknown>; lists: Map<number, unknown> }>;

function jsonValues<Id>(found: ReadonlyMap<Id, Item | readonly Item[] | object> | undefined): Map<Id, unknown> {
  return new Map(
    [...(found ?? [])].map(([id, value]) => [id, Array.isArray(value) ? value.map(itemJson) : itemJson(value)]),
  );
}

/** A relation appears if at least one of its links was embedded; the others are empty lists. */
function embeddedOf(item: Item, loaded: LoadedTargets, follows: FollowsRelation): Record<string, unknown> | undefined {
  const embedded: Record<string, unknown> = {};
  for (const [relation, links] of followed(item, follows)) {
    // An item usually does not embed itself; a search result does.
    if (relation === 'self' && !links.some((link) => link.embed)) continue;
    const results = links.map((link) => resultOf(link, loaded));
    if (results.some((result) => !Array.isArray(result) || result.length > 0)) embedded[shorten(relation)] = results;
  }
  return Object.keys(embedded).length > 0 ? embedded : undefined;
}

function resultOf(link: Link, loaded: LoadedTargets): unknown {
  const target: EmbedTarget | undefined = link.embed;
  const targets = target && loaded.get(target.source);
  if (!target || !targets) return [];
  return ('id' in target ? targets.byId.get(target.id) : targets.lists.get(target.of)) ?? [];
}
