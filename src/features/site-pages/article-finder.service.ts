import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ANONYMOUS, type Principal, siteFacts } from '../../access/index.js';
import { CookieAuthenticationService } from '../../access/authentication/index.js';
import { Database } from '../../database/index.js';
import { EntryAddressesService } from '../../modules/addresses/index.js';
import {
  AutosavesWriter,
  EntriesStore,
  type Entry,
  type EntryAddress,
  mayEdit,
  withAutosave,
} from '../../modules/entries/index.js';
import { PreviewsService } from '../../modules/previews/index.js';
import { type Site } from '../../site/index.js';
import { type Found } from './article-parts.loader.js';
import { type SiteRequest } from './site-response.js';

/** Memory for the addresses of latest requests. */
const MAX_ADDRESS_BYTES = 1_048_576;
const OVERHEAD_BYTES = 100;

/** Which entry is at an address, as whoever asks for the page may see it. */
@Injectable()
export class ArticleFinderService {
  /** The entries that were at the addresses of latest requests. */
  private readonly latest = new LRUCache<string, number>({
    maxSize: MAX_ADDRESS_BYTES,
    sizeCalculation: (_id, address) => 2 * address.length + OVERHEAD_BYTES,
  });

  constructor(
    private readonly entries: EntriesStore,
    private readonly addresses: EntryAddressesService,
    private readonly previews: PreviewsService,
    private readonly cookies: CookieAuthenticationService,
    private readonly autosaves: AutosavesWriter,
    private readonly database: Database,
  ) {}

  /** The entry that was at an address when it was requested last. */
  latestAt(address: string): number | undefined {
    return this.latest.get(address);
  }

  async idAt(site: Site, address: string): Promise<number | undefined> {
    const id = await this.addresses.idAt(site, address);
    if (id !== undefined) this.latest.set(address, id);
    return id;
  }

  /** Undefined if there is no such entry, or the reader may not see it. */
  async find(
    id: number,
    { previewToken: token, isEdited: wantsEdited = false }: Omit<EntryAddress, 'id'>,
    { site, cookie }: SiteRequest,
  ): Promise<Found | undefined> {
    const page = await this.addresses.page(site, id, { content: true });
    if (!page) return undefined;
    const { entry, link, above } = page;
    const isPublic = page.isReadableBy(ANONYMOUS);
    // A published entry needs no preview, and the link must not open one that has a password.
    const isPreview = token !== undefined && !isPublic && (await this.previews.opens(site, entry, token));
    let reader: Principal = ANONYMOUS;
    // The login cookie is enough to show a page, which other origins cannot read.
    if ((!isPublic && !isPreview) || wantsEdited) reader = await this.reader(cookie);
    if (!isPublic && !isPreview && !page.isReadableBy(reader)) return undefined;
    const isEdited = wantsEdited && mayEdit(reader, entry, siteFacts(site));
    const shown = isEdited ? await this.withAutosave(entry, reader) : entry;
    return { entry: shown, link, above, isDraft: !isPublic, isPreview, isEdited };
  }

  private async reader(cookie: string | undefined): Promise<Principal> {
    return (await this.cookies.session(cookie, 'GET'))?.principal ?? ANONYMOUS;
  }

  /** The entry with the texts that the editor typed and has not saved. */
  private async withAutosave(entry: Entry, { id: userId }: Principal): Promise<Entry> {
    const found = await this.autosaves.find(this.database.manager, { entryId: entry.id, userId });
    const autosave = found === undefined ? undefined : await this.entries.byId(found);
    return autosave ? withAutosave(entry, autosave) : entry;
  }
}
