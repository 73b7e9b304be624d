import { isAddress, parseMailbox } from './mailbox.js';
import { type Mailbox } from './message.js';

export interface SenderSources {
  /** MAIL_FROM, if set. */
  configured?: string;
  adminEmail: string;
  home: string;
}

/**
 * The sender of messages that name none. The administrator's address only where it is of the site's own domain:
 * receivers refuse mail that claims to come from elsewhere.
 */
export function defaultSender({ configured, adminEmail, home }: SenderSources): Mailbox {
  const set = configured === undefined ? undefined : parseMailbox(configured);
  if (set) return set;
  const host = hostOf(home);
  const ofSite = `wordpress@${host}`;
  if (adminEmail.toLowerCase().endsWith(`@${host}`) || !isAddress(ofSite)) return { address: adminEmail };
  return { address: ofSite };
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}
