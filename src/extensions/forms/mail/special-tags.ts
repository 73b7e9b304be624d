import { decodeSpecialCharacters } from '../../../text/escape.js';
import { formatDate } from '../../../text/dates.js';
import { type MailTag, type TagSource, type TagValue } from './mail-tags.js';

export interface ContainerPage {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly url: string;
  readonly authorName: string;
  readonly authorEmail: string;
}

/** The context of a submission, for special mail tags. */
export interface SubmissionScene {
  readonly address: string;
  readonly agent: string;
  readonly pageUrl: string;
  /** The site's wall clock, as if it were UTC. */
  readonly wallClock: Date;
  readonly dateFormat: string;
  readonly timeFormat: string;
  readonly invalidFields: number;
  readonly serialNumber: number | undefined;
  readonly formTitle: string;
  readonly page: ContainerPage | undefined;
  readonly site: {
    readonly title: string;
    readonly description: string;
    readonly url: string;
    readonly adminEmail: string;
  };
  readonly user: Readonly<Record<'login' | 'email' | 'displayName' | 'nicename' | 'url', string>>;
}

type Read = (scene: SubmissionScene) => string;

const wall = (scene: SubmissionScene, format: string) =>
  formatDate(format, Math.floor(scene.wallClock.getTime() / 1000));

/** What the visitor decides about, as opposed to what the site says. */
const BY_VISITOR = new Set(['_remote_ip', '_user_agent', '_url']);

/** A fixed list: a template can name nothing else of a user or a page. */
const SPECIAL: Readonly<Record<string, Read>> = {
  _remote_ip: ({ address }) => address,
  _user_agent: ({ agent }) => agent,
  _url: ({ pageUrl }) => pageUrl,
  _date: (scene) => wall(scene, scene.dateFormat),
  _time: (scene) => wall(scene, scene.timeFormat),
  _invalid_fields: ({ invalidFields }) => String(invalidFields),
  _serial_number: ({ serialNumber }) => (serialNumber === undefined ? '' : String(serialNumber)),
  _contact_form_title: ({ formTitle }) => formTitle,
  _post_id: ({ page }) => (page ? String(page.id) : ''),
  _post_name: ({ page }) => page?.slug ?? '',
  _post_title: ({ page }) => page?.title ?? '',
  _post_url: ({ page }) => page?.url ?? '',
  _post_author: ({ page }) => page?.authorName ?? '',
  _post_author_email: ({ page }) => page?.authorEmail ?? '',
  _site_title: ({ site }) => decodeSpecialCharacters(site.title, 'both'),
  _site_description: ({ site }) => decodeSpecialCharacters(site.description, 'both'),
  _site_url: ({ site }) => site.url,
  _site_admin_email: ({ site }) => site.adminEmail,
  _user_login: ({ user }) => user.login,
  _user_email: ({ user }) => user.email,
  _user_display_name: ({ user }) => user.displayName,
  _user_nicename: ({ user }) => user.nicename,
  _user_url: ({ user }) => user.url,
};

/** Tags of the autoresponder go to whoever fills the form in; addresses of the site's people do not. */
const NOT_FOR_VISITORS = new Set(['_post_author_email']);

export class SpecialTags implements TagSource {
  constructor(
    private readonly scene: SubmissionScene,
    private readonly forVisitor = false,
  ) {}

  value({ name }: MailTag): TagValue | undefined {
    const special = specialName(name);
    const read = Object.hasOwn(SPECIAL, special) ? SPECIAL[special] : undefined;
    if (!read) return undefined;
    if (this.forVisitor && NOT_FOR_VISITORS.has(special)) return { text: '', isOwn: true };
    return { text: read(this.scene), isOwn: !BY_VISITOR.has(special) };
  }
}

/** Whether a template needs the page that holds the form. */
export function asksForPage(template: string): boolean {
  return /\[\s*(?:_post_|wpcf7\.post_)/.test(template);
}

/** Very old templates write `wpcf7.` for the underscore. */
function specialName(name: string): string {
  return name.startsWith('wpcf7.') ? `_${name.slice('wpcf7.'.length)}` : name;
}

export const SPECIAL_TAG_NAMES: readonly string[] = Object.keys(SPECIAL);
