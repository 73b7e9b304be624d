import { stripAllTags } from '../../../text/index.js';
import { type YoastOptions } from '../yoast-options.js';
import { type Crumb, type HeadImage, type HeadPerson, type HeadSite, PROFILE_KEYS, type Subject } from './subject.js';
import { type TemplateContext } from './template-variables.js';
import { type HeadValues, pagesOf } from './values.js';
import { countWords } from './words.js';

type Node = Record<string, unknown>;
type EntrySubject = Extract<Subject, { kind: 'entry' }>;

/** Types that an article can have. */
const ARTICLE_TYPES = new Set([
  'Article',
  'BlogPosting',
  'SocialMediaPosting',
  'NewsArticle',
  'AdvertiserContentArticle',
  'SatiricalArticle',
  'ScholarlyArticle',
  'TechArticle',
  'Report',
  'None',
]);

/** Text without markup, in which blocks and list items stay apart. */
export function plain(html: string): string {
  const spaced = html
    .replace(/[\r\n]/g, ' ')
    .replace(/<br\s?\/?>/gi, ' ')
    .replace(/<\/(p|div|h\d)>/gi, '</$1> ')
    .replace(/(<li[^>]*>)/gi, '$1• ');
  return stripAllTags(spaced).replace(/\s+/g, ' ').trim();
}

/** The data of schema.org about a page, as one graph. */
export function schemaGraph(subject: Subject, values: HeadValues, context: TemplateContext): Node {
  const builder = new GraphBuilder(subject, values, context);
  return { '@context': 'https://schema.org', '@graph': builder.build() };
}

class GraphBuilder {
  private readonly site: HeadSite;
  private readonly options: YoastOptions;
  private readonly language: string;
  private readonly image?: HeadImage;
  private readonly thumbnail?: string;

  constructor(
    private readonly subject: Subject,
    private readonly values: HeadValues,
    { site, options }: TemplateContext,
  ) {
    this.site = site;
    this.options = options;
    this.language = site.locale.replace('_', '-');
    // WordPress finds the images of single entries only.
    if (subject.kind !== 'entry' || subject.as !== 'entry') return;
    const { image, contentImage, contentImageUrl } = subject.facts;
    this.image = image ?? contentImage;
    this.thumbnail = image?.url ?? contentImageUrl;
  }

  build(): Node[] {
    const { subject } = this;
    if (subject.kind === 'missing') return [this.website(), ...this.representative()];
    if (subject.kind === 'entry' && subject.facts.isProtected)
      return [this.protectedPage(), this.website(), ...(this.represents === 'company' ? [this.organization()] : [])];
    const crumbs = this.crumbs();
    return [
      ...(subject.kind === 'entry' && this.articleType !== 'None' ? [this.article(subject)] : []),
      this.webPage(crumbs.length > 1),
      ...(this.image ? [this.imageNode(`${this.values.address}#primaryimage`, this.image, this.image.caption)] : []),
      ...(crumbs.length > 1 ? [this.breadcrumbs(crumbs)] : []),
      this.website(),
      ...this.representative(),
      ...this.authorNode(),
    ];
  }

  /** What the site stands for; undefined if its owner has not said so. A company needs a logo. */
  private get represents(): 'company' | 'person' | undefined {
    const chosen = this.options.text('company_or_person');
    if (chosen === 'company') return this.companyName === '' || !this.site.logo ? undefined : 'company';
    return chosen === 'person' && this.site.person ? 'person' : undefined;
  }

  private get companyName(): string {
    return this.options.text('company_name') || this.siteName;
  }

  private get siteName(): string {
    return this.options.text('website_name') || this.site.name;
  }

  private get publisher(): Node | undefined {
    if (this.represents === 'company') return { '@id': `${this.site.home}#organization` };
    return this.represents === 'person' ? { '@id': this.site.person!.node } : undefined;
  }

  /** The site's organisation, or its person where that is not the author of the page anyway. */
  private representative(): Node[] {
    if (this.represents === 'company') return [this.organization()];
    const { person } = this.site;
    if (this.represents !== 'person' || !person || this.author?.id === person.id) return [];
    return [this.person(person, ['Person', 'Organization'])];
  }

  private get author(): HeadPerson | undefined {
    const { subject } = this;
    if (subject.kind === 'user') return subject.person;
    return subject.kind === 'entry' && this.articleType !== 'None' ? subject.facts.author : undefined;
  }

  /** Entries without authors are no articles. */
  private get articleType(): unknown {
    const { subject, options, site } = this;
    if (subject.kind !== 'entry') return 'None';
    const { type } = subject.facts.entry;
    if (!site.types.get(type)?.hasAuthors) return 'None';
    const option = `schema-article-type-${type}`;
    const chosen = subject.own.get('schema_article_type') ?? options.text(option);
    const article = ARTICLE_TYPES.has(chosen) ? chosen : type === 'post' ? 'Article' : 'None';
    return article === 'None' || /article/i.test(article) ? article : ['Article', article];
  }

  private get pageType(): string | string[] {
    const { subject, options, site } = this;
    if (subject.kind === 'user') return 'ProfilePage';
    if (subject.kind !== 'entry') return 'CollectionPage';
    const { id, type } = subject.facts.entry;
    const chosen = subject.own.get('schema_page_type') ?? options.text(`schema-page-type-${type}`);
    const types = ['WebPage', chosen, ...(id === site.postsPage ? ['CollectionPage'] : [])];
    const unique = [...new Set(types.filter((name) => name !== ''))];
    return unique.length === 1 ? unique[0]! : unique;
  }

  private article(subject: EntrySubject): Node {
    const { address, published, modified } = this.values;
    const { entry, author, title, terms, comments, opensComments } = subject.facts;
    const names = (taxonomy: string) =>
      terms.filter((term) => term.taxonomy === taxonomy && term.name !== 'Uncategorized').map(({ name }) => name);
    const [keywords, sections] = [names('post_tag'), names('category')];
    return {
      '@type': this.articleType,
      '@id': `${address}#article`,
      isPartOf: { '@id': subject.permalink },
      author: { name: plain(author?.name ?? ''), '@id': author?.node ?? '' },
      headline: plain(title === '' ? 'No title' : title),
      datePublished: published,
      ...(modified !== '' && { dateModified: modified }),
      mainEntityOfPage: { '@id': subject.permalink },
      wordCount: countWords(`${entry.title} ${entry.content}`),
      ...(opensComments && { commentCount: comments }),
      ...(this.publisher && { publisher: this.publisher }),
      ...(this.image && { image: { '@id': `${address}#primaryimage` }, thumbnailUrl: this.thumbnail }),
      ...(keywords.length > 0 && { keywords }),
      ...(sections.length > 0 && { articleSection: sections }),
      inLanguage: this.language,
      ...(opensComments &&
        this.site.types.get(entry.type)?.hasComments && {
          potentialAction: [{ '@type': 'CommentAction', name: 'Comment', target: [`${address}#respond`] }],
        }),
    };
  }

  private webPage(hasTrail: boolean): Node {
    const { subject, values, pageType: type } = this;
    const { address, title, description, published, modified } = values;
    const isEntry = subject.kind === 'entry';
    const image = this.image && { '@id': `${address}#primaryimage` };
    const isCollection = type === 'CollectionPage' || (Array.isArray(type) && type.includes('CollectionPage'));
    const author =
      isEntry && subject.facts.entry.type === 'post' && !this.represents ? subject.facts.author : undefined;
    return {
      '@type': type,
      '@id': subject.permalink === '' ? null : subject.permalink,
      url: address,
      name: plain(title),
      isPartOf: { '@id': `${this.site.home}#website` },
      ...(image && { primaryImageOfPage: image, image, thumbnailUrl: this.thumbnail }),
      ...(isEntry && { datePublished: published }),
      ...(isEntry && modified !== '' && { dateModified: modified }),
      ...(author && { author: { '@id': author.node } }),
      ...(description !== '' && { description: plain(description) }),
      ...(hasTrail && { breadcrumb: { '@id': `${address}#breadcrumb` } }),
      inLanguage: this.language,
      ...(!isCollection && { potentialAction: [{ '@type': 'ReadAction', target: [address] }] }),
    };
  }

  private protectedPage(): Node {
    const { subject, values } = this;
    return {
      '@type': 'WebPage',
      '@id': subject.permalink,
      url: values.address,
      name: plain(values.title),
      isPartOf: { '@id': `${this.site.home}#website` },
      datePublished: values.published,
      ...(values.modified !== '' && { dateModified: values.modified }),
      breadcrumb: { '@id': `${values.address}#breadcrumb` },
      inLanguage: this.language,
    };
  }

  /** The home page, what is above the page, and the page itself. */
  private crumbs(): Crumb[] {
    const { subject, site } = this;
    if (subject.kind === 'date' || subject.kind === 'missing') return [];
    const home = this.options.text('breadcrumbs-home');
    const trail = [
      ...(home === '' || subject.kind === 'home' ? [] : [{ name: home, url: site.home }]),
      ...subject.trail,
    ];
    // As in WordPress, the last one of an entry with several pages is left out, where it would be the page itself.
    if (subject.kind === 'entry' && trail.length > 1 && pagesOf(subject) > 1) trail.pop();
    return trail.filter(({ name }) => name !== '');
  }

  private breadcrumbs(crumbs: readonly Crumb[]): Node {
    return {
      '@type': 'BreadcrumbList',
      '@id': `${this.values.address}#breadcrumb`,
      itemListElement: crumbs.map(({ name, url }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: plain(name),
        ...(index < crumbs.length - 1 && { item: url }),
      })),
    };
  }

  private website(): Node {
    const { home, description } = this.site;
    const alternate = this.options.text('alternate_website_name');
    return {
      '@type': 'WebSite',
      '@id': `${home}#website`,
      url: home,
      name: plain(this.siteName),
      description,
      ...(this.publisher && { publisher: this.publisher }),
      ...(alternate !== '' && { alternateName: plain(alternate) }),
      potentialAction: [
        {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${home}?s={search_term_string}` },
          'query-input': {
            '@type': 'PropertyValueSpecification',
            valueRequired: true,
            valueName: 'search_term_string',
          },
        },
      ],
      inLanguage: this.language,
    };
  }

  private organization(): Node {
    const { options, companyName } = this;
    const { home, logo } = this.site;
    const node = `${home}#/schema/logo/image/`;
    const alternate = options.text('company_alternate_name');
    const twitter = options.socialText('twitter_site');
    const profiles = [
      options.socialText('facebook_site'),
      twitter === '' ? '' : `https://x.com/${twitter}`,
      ...options.profiles,
    ].filter((url) => url !== '');
    return {
      '@type': 'Organization',
      '@id': `${home}#organization`,
      name: plain(companyName),
      ...(alternate !== '' && { alternateName: alternate }),
      url: home,
      ...(logo && { logo: this.imageNode(node, logo, companyName), image: { '@id': node } }),
      ...(profiles.length > 0 && { sameAs: [...new Set(profiles)] }),
    };
  }

  private authorNode(): Node[] {
    const { author, subject, site, options } = this;
    if (!author) return [];
    const isRepresentative = this.represents === 'person' && site.person?.id === author.id;
    return [
      {
        ...this.person(author, isRepresentative ? ['Person', 'Organization'] : 'Person'),
        ...(subject.kind === 'user' && { mainEntityOfPage: { '@id': subject.permalink } }),
        ...(subject.kind === 'entry' && !options.isOn('disable-author') && { url: author.archive }),
      },
    ];
  }

  private person(
    { node, name, avatar, description, url, pronouns, profiles }: HeadPerson,
    type: string | string[],
  ): Node {
    const isRepresentative = Array.isArray(type);
    const portrait = isRepresentative ? this.site.logo : undefined;
    const image = portrait
      ? this.imageNode(portrait.url, portrait, name)
      : avatar === undefined
        ? undefined
        : this.imageNode(avatar, { url: avatar }, name);
    const addresses = PROFILE_KEYS.flatMap((kind) => {
      const address = profiles.get(kind) ?? '';
      return address === '' ? [] : [kind === 'twitter' ? `https://x.com/${address}` : address];
    });
    const sameAs = [...new Set([...(url === '' ? [] : [url]), ...addresses])];
    return {
      '@type': type,
      '@id': node,
      name: plain(name),
      ...(pronouns !== '' && { pronouns: plain(pronouns) }),
      ...(image && { image }),
      ...(isRepresentative && image && { logo: { '@id': image['@id'] } }),
      ...(description !== '' && { description: plain(description) }),
      ...(sameAs.length > 0 && { sameAs }),
    };
  }

  private imageNode(node: string, { url, width, height }: HeadImage, caption = ''): Node {
    return {
      '@type': 'ImageObject',
      inLanguage: this.language,
      '@id': node,
      url,
      contentUrl: url,
      ...(width && height && { width, height }),
      ...(caption !== '' && { caption: plain(caption) }),
    };
  }
}
