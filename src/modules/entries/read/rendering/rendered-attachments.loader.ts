import { Injectable } from '@nestjs/common';
import { type Site } from '../../../../site/site.js';
import { type RenderAttachment } from '../../../../rendering/index.js';
import { type Entry, type EntryMeta } from '../../model/entry.js';
import { EntriesStore } from '../entries.store.js';
import { ATTACHMENT_META_KEYS, FEATURED_IMAGE } from '../../model/entry-sources.js';
import { FOCAL_POINT_KEY } from '../../../../rendering/media/focal-point.js';
import { PermalinksLoader } from '../permalinks.loader.js';
import { attachmentUrl, toRenderAttachment } from './rendered-attachment.js';

const META_KEYS = [...ATTACHMENT_META_KEYS, FEATURED_IMAGE, FOCAL_POINT_KEY];

/** Attachments by id. */
export type Attachments = Pick<ReadonlyMap<number, RenderAttachment>, 'get'>;

export interface LoadedAttachments {
  attachments: Attachments;
  /** Ids of the attachments of each requested parent. */
  children: ReadonlyMap<number, readonly number[]>;
  /** Everything that is stored of an attachment, to detect changes. */
  fingerprints: ReadonlyMap<number, string>;
}

export const NO_ATTACHMENTS: LoadedAttachments = {
  attachments: new Map(),
  children: new Map(),
  fingerprints: new Map(),
};

/** Most attachments are only loaded to validate cached HTML, so that each is converted on first use. */
class LazyAttachments implements Attachments {
  private readonly converted = new Map<number, RenderAttachment>();

  constructor(
    private readonly rows: ReadonlyMap<number, Entry>,
    private readonly convert: (row: Entry) => RenderAttachment,
  ) {}

  get(id: number): RenderAttachment | undefined {
    const row = this.rows.get(id);
    if (!row) return undefined;
    let attachment = this.converted.get(id);
    if (!attachment) this.converted.set(id, (attachment = this.convert(row)));
    return attachment;
  }
}

function fingerprint(row: Entry, meta: EntryMeta | undefined, ...further: string[]): string {
  return [...Object.values(row), ...(meta ?? new Map<string, string>()).entries(), ...further].join('\0');
}

/** What stands for audio and video files before they play, by its own id. */
interface Covers {
  urls: ReadonlyMap<number, string>;
  /** Only loaded for playlists. */
  attachments: ReadonlyMap<number, RenderAttachment>;
  fingerprints: ReadonlyMap<number, string>;
}

/** What has been read of the attachments of a page that is itself a list of attachments. */
export interface PreloadedAttachments {
  readonly rows: ReadonlyMap<number, Entry>;
  /** Everything above them. */
  readonly ancestors: ReadonlyMap<number, Entry>;
  readonly metas: Promise<ReadonlyMap<number, EntryMeta>>;
}

/** Loads the attachments that a page of entries refers to, in a constant number of queries. */
@Injectable()
export class RenderedAttachmentsLoader {
  constructor(
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
  ) {}

  /** `pages`: with the links of their attachment pages. `tracks`: with what playlists show of them. */
  async load(
    site: Site,
    ids: readonly number[],
    parents: readonly number[],
    { pages, tracks = false, preloaded }: { pages: boolean; tracks?: boolean; preloaded?: PreloadedAttachments },
  ): Promise<LoadedAttachments> {
    const loadMetas = (of: readonly number[]) => this.entries.metas(of, META_KEYS);
    // Without parents the ids are complete, so meta values and rows load in parallel.
    const hasAllIds = parents.length === 0;
    const read = preloaded && hasAllIds && !tracks && ids.every((id) => preloaded.rows.has(id)) ? preloaded : undefined;
    const [rows, early, above] = await Promise.all([
      read
        ? ids.map((id) => withoutContent(read.rows.get(id)!))
        : this.entries.attachments(ids, parents, { content: tracks }),
      read?.metas ?? (hasAllIds ? loadMetas(ids) : undefined),
      read?.ancestors ?? (hasAllIds && pages ? this.entries.parentsOf(ids) : undefined),
    ]);
    if (rows.length === 0) return NO_ATTACHMENTS;
    const [metas, link] = await Promise.all([
      early ?? loadMetas(rows.map((row) => row.id)),
      pages ? this.permalinks.links(site, rows, undefined, above) : () => '',
    ]);
    const coverOf = (row: Entry) => Number(metas.get(row.id)?.get(FEATURED_IMAGE) ?? 0);
    const covers = await this.covers(site, rows.filter(isPlayed).map(coverOf), { tracks });
    const toAttachment = (row: Entry) =>
      toRenderAttachment(row, metas.get(row.id), {
        site,
        link: link(row),
        poster: covers.urls.get(coverOf(row)),
        ...(tracks && isPlayed(row) && { track: { cover: covers.attachments.get(coverOf(row)) } }),
      });
    return {
      attachments: new LazyAttachments(new Map(rows.map((row) => [row.id, row])), toAttachment),
      children: new Map(
        parents.map((parent) => [parent, rows.filter((row) => row.parent === parent).map((row) => row.id)]),
      ),
      fingerprints: new Map(
        rows.map((row) => [
          row.id,
          fingerprint(row, metas.get(row.id), link(row), covers.fingerprints.get(coverOf(row)) ?? ''),
        ]),
      ),
    };
  }

  private async covers(site: Site, featured: readonly number[], { tracks }: { tracks: boolean }): Promise<Covers> {
    const ids = [...new Set(featured)].filter((id) => id > 0);
    const [metas, rows] = await Promise.all([
      this.entries.metas(ids, ATTACHMENT_META_KEYS),
      tracks ? this.entries.byIds(ids, { content: false }) : new Map<number, Entry>(),
    ]);
    const visible = [...rows.values()].filter(({ type }) => type === 'attachment');
    return {
      urls: new Map([...metas].map(([id, meta]) => [id, attachmentUrl(site, meta)])),
      attachments: new Map(
        visible.map((row) => [row.id, toRenderAttachment(row, metas.get(row.id), { site, link: '' })]),
      ),
      fingerprints: new Map(
        ids.map((id) => {
          const row = rows.get(id);
          return [id, row ? fingerprint(row, metas.get(id)) : [...(metas.get(id) ?? [])].join('\0')];
        }),
      ),
    };
  }
}

/** As rows are read where the content is not needed; fingerprints consist of all values. */
function withoutContent({ content: _content, ...row }: Entry): Entry {
  return row;
}

function isPlayed({ mimeType }: Entry): boolean {
  return /^(?:audio|video)\//.test(mimeType);
}
