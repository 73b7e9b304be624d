import { escapeHtml } from '../../text/escape.js';
import { type Shape, shapeProblems } from '../../text/value-shape.js';
import { type Mailbox, type MailMessage } from './message.js';

type Values = Readonly<Record<string, string | number>>;

export interface MailTemplateDeclaration {
  /** `{name}` stands for a value, here and in the bodies. */
  readonly subject: string;
  readonly text: string;
  /** Values are escaped. */
  readonly html?: string;
}

/** A message with placeholders. */
export interface MailTemplate<V extends Values> {
  /** The message with these values; `others` are further parts of it, such as `replyTo`. */
  message(to: readonly Mailbox[], values: V, others?: Partial<MailMessage>): MailMessage;
}

const SHAPE: Shape = {
  type: 'object',
  properties: { subject: { type: 'string' }, text: { type: 'string' }, html: { type: 'string' } },
  required: ['subject', 'text'],
  additionalProperties: false,
};

/** Declares a message with placeholders, such as `Hello {name}`. */
export function defineMailTemplate<V extends Values>(input: MailTemplateDeclaration): MailTemplate<V> {
  const [problem] = shapeProblems(input, SHAPE, 'the template');
  if (problem !== undefined) throw new Error(`defineMailTemplate: ${problem}`);
  const { subject, text, html } = input;
  return {
    message: (to, values, others = {}) => ({
      ...others,
      to,
      // A line end would begin another header.
      subject: fill(subject, values, (value) => value.replace(/[\r\n]+/g, ' ')),
      text: fill(text, values, (value) => value),
      ...(html !== undefined && { html: fill(html, values, escapeHtml) }),
    }),
  };
}

/** A placeholder without a value is a mistake in the template: nothing is sent. */
function fill(template: string, values: Values, write: (value: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`The mail template has no value for {${name}}.`);
    return write(String(value));
  });
}
