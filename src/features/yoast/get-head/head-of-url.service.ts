import { Injectable } from '@nestjs/common';
import { ANONYMOUS, siteFacts } from '../../../access/index.js';
import {
  AddressesStore,
  EntriesStore,
  isReadable,
  parentsAmong,
  readPageAddress,
  type SeoTags,
} from '../../../modules/entries/index.js';
import { TermsStore } from '../../../modules/terms/index.js';
import { UsersStore } from '../../../modules/users/index.js';
import { type Site } from '../../../site/index.js';
import { decodeUrlText } from '../../../text/index.js';
import { type Subject } from '../head/subject.js';
import { dateSubject, HeadsService, missingSubject } from '../heads.service.js';
import { type YoastOptions } from '../yoast-options.js';

const NO_QUERY = new URLSearchParams();

/** Finds the page at an address, as far as visitors may see it. */
@Injectable()
export class HeadOfUrlService {
  constructor(
    private readonly heads: HeadsService,
    private readonly addresses: AddressesStore,
    private readonly entries: EntriesStore,
    private readonly terms: TermsStore,
    private readonly users: UsersStore,
  ) {}

  /** With the head for pages that do not exist if there is none. Undefined where the plugin is not active. */
  async head(url: URL, hasPath: boolean): Promise<{ head: SeoTags; isFound: boolean } | undefined> {
    let isFound = true;
    const head = await this.heads.of(async (site, options) => {
      const subject = hasPath ? await this.subjectAt(site, options, url) : undefined;
      isFound = subject !== undefined;
      return subject ?? missingSubject;
    });
    return head ? { head, isFound } : undefined;
  }

  /** As in WordPress, the query of the address does not count. */
  private async subjectAt(site: Site, options: YoastOptions, url: URL): Promise<Subject | undefined> {
    const home = new URL(site.home);
    const folder = home.pathname.replace(/\/$/, '');
    if (url.host !== home.host || !url.pathname.startsWith(`${folder}/`)) return undefined;
    const path = decodeUrlText(url.pathname.slice(folder.length));
    const subject = await this.subjectOf(site, options, path);
    if (!subject || subject.kind === 'date') return subject;
    return pathOf(subject.permalink) === pathOf(url.href) ? subject : undefined;
  }

  private async subjectOf(site: Site, options: YoastOptions, path: string): Promise<Subject | undefined> {
    const address = readPageAddress(path, NO_QUERY, site);
    if ('page' in address && (address.page ?? 1) > 1) return undefined;
    if ('isFeed' in address && address.isFeed) return undefined;
    switch (address.kind) {
      case 'home':
        return this.heads.frontPage(site, options);
      case 'term': {
        const found = 'slug' in address ? await this.terms.bySlug(address.slug, address.taxonomy) : undefined;
        return found && this.heads.term(site, address.taxonomy, found.id, options);
      }
      case 'author': {
        const id = address.nicename === undefined ? undefined : await this.users.idBy('nicename', address.nicename);
        return id === undefined ? undefined : this.heads.user(site, id, options);
      }
      case 'type':
        return this.heads.type(site, address.type, options);
      case 'date':
        return dateSubject;
      case 'entry':
        return this.entryAt(site, options, path);
      default:
        return undefined;
    }
  }

  private async entryAt(site: Site, options: YoastOptions, path: string): Promise<Subject | undefined> {
    const url = site.home + path;
    const id = path === '' ? undefined : (await this.addresses.entriesAt(site, [url])).get(url);
    if (id === undefined) return this.postsPageAt(site, options);
    const found = await this.entries.withAncestors([id]);
    const entry = found.get(id);
    if (!entry || !isReadable(ANONYMOUS, entry, parentsAmong(found), siteFacts(site))) return undefined;
    return this.heads.entry(site, id, options);
  }

  /** The resolver leaves out the page with the posts, which shows an archive. */
  private async postsPageAt(site: Site, options: YoastOptions): Promise<Subject | undefined> {
    return site.option('show_on_front') === 'page' && site.integer('page_for_posts') > 0
      ? this.heads.postsPage(site, options)
      : undefined;
  }
}

function pathOf(url: string): string {
  return URL.canParse(url) ? decodeUrlText(new URL(url).pathname) : url;
}
