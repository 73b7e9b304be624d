/** What can be wrong with a form's configuration: the number it is stored under, and what is said about it. */
const KINDS = {
  maybe_empty: [101, 'This can turn out empty.'],
  invalid_mailbox_syntax: [102, 'This is not an address, or not a list of addresses.'],
  email_not_in_site_domain: [103, 'The sender does not belong to the domain of this site.'],
  html_in_message: [104, 'Messages are shown as plain text; markup in them is removed.'],
  multiple_controls_in_label: [105, 'A label encloses more than one control.'],
  file_not_found: [106, 'Only files uploaded with the form can be attached: name their field in brackets.'],
  unavailable_names: [107, 'A field has a name that the site itself uses in addresses.'],
  invalid_mail_header: [108, 'A line is not a header of the form “Name: value”.'],
  deprecated_settings: [109, 'A setting is used that has no effect any more.'],
  unavailable_html_elements: [111, 'A form inside of a form does not work.'],
  attachments_overweight: [112, 'Together the attachments can get too large for a mail.'],
  unreadable_tag: [901, 'A tag cannot be read: options come first, then values in quotes.'],
  missing_picture: [902, 'A field for the characters of a picture needs a [captchac] of the same name.'],
} as const;

export type ConfigErrorCode = keyof typeof KINDS;

export interface ConfigError {
  readonly code: ConfigErrorCode;
  readonly number: number;
  readonly message: string;
  readonly link: string;
}

/** Errors by the part of the form they are about: `mail.sender`, `form.body`, `messages.spam`. */
export type ConfigErrors = Readonly<Record<string, readonly ConfigError[]>>;

/** Explained at length where editors of such forms look for it. */
const GUIDE = 'https://contactform7.com/configuration-errors/';

export function configError(code: ConfigErrorCode): ConfigError {
  const [number, message] = KINDS[code];
  return { code, number, message, link: number > 900 ? GUIDE : GUIDE + code.replaceAll('_', '-') };
}
