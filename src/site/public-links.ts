const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Folders and files of the service that visitors get from it. */
const FILES = ['wp-content', 'wp-includes', 'wp-json', 'wp-admin', 'wp-login.php', 'forms'];
const MEDIA = 'avif|bmp|gif|heic|ico|jpe?g|m4[av]|mov|mp[34]|ogg|ogv|pdf|png|svg|wav|webm|webp|zip';

/** Leads links to pages of the service to the front end that visitors read. Files and the API stay where they are. */
export class PublicLinks {
  private readonly links: RegExp;
  private readonly address: RegExp;
  private readonly home: string;

  constructor({ home, serviceHome, uploadsUrl }: Readonly<Record<'home' | 'serviceHome' | 'uploadsUrl', string>>) {
    const [, host = '', folder = ''] = /^https?:\/\/(?:www\.)?([^/]+)(.*)$/i.exec(serviceHome) ?? [];
    const uploads = uploadsUrl.startsWith(`${serviceHome}/`) ? [uploadsUrl.slice(serviceHome.length + 1)] : [];
    const own = `https?://(?:www\\.)?${escapeRegExp(host)}${escapeRegExp(folder)}`;
    const isFile = `/(?:${[...FILES, ...uploads].map(escapeRegExp).join('|')})(?:[/?#"']|$)`;
    const isMedia = `[^?#"'<>]*\\.(?:${MEDIA})(?:[?#"']|$)`;
    const page = `${own}(?=[/?#"']|$)(?!${isFile}|${isMedia})`;
    this.home = home;
    this.links = new RegExp(`(\\shref=["'])${page}`, 'gi');
    this.address = new RegExp(`^${page}(?!\\S*\\s)`, 'i');
  }

  /** HTML with the links in it. */
  inHtml(html: string): string {
    return html.replace(this.links, (_link, attribute: string) => attribute + this.home);
  }

  /** A text that is one address. */
  ofAddress(url: string): string {
    return url.replace(this.address, () => this.home);
  }

  /** A value of JSON with all texts in it. */
  inValue(value: unknown): unknown {
    if (typeof value === 'string') return this.inHtml(this.ofAddress(value));
    if (Array.isArray(value)) return value.map((item) => this.inValue(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.inValue(item)]));
  }
}
