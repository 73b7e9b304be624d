export interface Mailbox {
  /** A person's or thing's name, as plain text. */
  name?: string;
  address: string;
}

export interface Attachment {
  /** Absolute path of a file, read when the message is sent. */
  path: string;
  /** Name the receiver sees; that of the file unless said otherwise. */
  name?: string;
  type?: string;
}

/** A message as our code writes it. Texts that become header values must be single lines. */
export interface MailMessage {
  to: readonly Mailbox[];
  subject: string;
  /** At least one of the two bodies. */
  text?: string;
  html?: string;
  /** What is missing comes from the configuration or the site. */
  from?: Partial<Mailbox>;
  cc?: readonly Mailbox[];
  bcc?: readonly Mailbox[];
  replyTo?: readonly Mailbox[];
  /** Further headers, besides those that describe the message itself. */
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly Attachment[];
}

/** A message as it is stored until it is sent. */
export interface QueuedMessage extends MailMessage {
  /** The same at every attempt, so that a receiver can tell a repetition. */
  token: string;
  /** Those who still have to get it, when others have. */
  remaining?: readonly string[];
}

/** A message as a driver gets it. */
export interface OutgoingMessage extends MailMessage {
  from: Mailbox;
  messageId: string;
  /** Addresses to deliver to, whatever the headers say. */
  recipients: readonly string[];
}

export function recipientsOf({ to, cc = [], bcc = [] }: MailMessage): string[] {
  return [...new Set([...to, ...cc, ...bcc].map(({ address }) => address))];
}
