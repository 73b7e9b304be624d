import { isIP } from 'node:net';
import { decodeSpecialCharacters } from '../../../text/escape.js';
import { type Site } from '../../../site/site.js';
import { type ContactForm, DEFAULT_MESSAGES, type FormProperties } from './form.js';

const TEMPLATE = `<label> Name
    [text* your-name] </label>

<label> E-mail
    [email* your-email] </label>

<label> What is it about?
    [text your-subject] </label>

<label> Message
    [textarea your-message] </label>

[submit "Send"]`;

const UNSET = { attachments: '', use_html: 0, exclude_blank: 0 };

/** What a new form starts from. */
export function defaultForm(site: Site): ContactForm {
  return {
    id: null,
    slug: null,
    title: 'Untitled',
    locale: site.option('WPLANG') || 'en_US',
    properties: defaultProperties(site),
  };
}

function defaultProperties(site: Site): FormProperties {
  const title = decodeSpecialCharacters(site.option('blogname'), 'both');
  const admin = site.option('admin_email');
  const footer = `-- \nWritten on the form of ${title} (${site.home})`;
  const subject = `${title} "[your-subject]"`;
  const sender = `${title} <${senderAddress(admin, site.home)}>`;
  return {
    form: TEMPLATE,
    mail: {
      subject,
      sender,
      body: `[your-name] <[your-email]> writes about: [your-subject]\n\n[your-message]\n\n${footer}`,
      recipient: admin,
      additional_headers: 'Reply-To: [your-email]',
      ...UNSET,
    },
    mail_2: {
      active: false,
      subject,
      sender,
      body: `This is what you wrote:\n\n[your-message]\n\n${footer}`,
      recipient: '[your-email]',
      additional_headers: `Reply-To: ${admin}`,
      ...UNSET,
    },
    messages: DEFAULT_MESSAGES,
    additional_settings: null,
  };
}

/** Mail must come from the site's own domain or is taken for spam. */
export function senderAddress(admin: string, home: string): string {
  const host = hostOf(home);
  if (isLocal(host) || admin.toLowerCase().endsWith(`@${host}`)) return admin;
  return `wordpress@${host}`;
}

/** Without `www.` */
export function hostOf(url: string): string {
  try {
    return new URL(url).hostname.toLowerCase().replace(/^www\./, '');
  } catch {
    return '';
  }
}

/** Hosts that have no mail domain of their own. */
export function isLocal(host: string): boolean {
  return host === '' || host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}
