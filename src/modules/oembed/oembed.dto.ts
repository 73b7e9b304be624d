import { cleanUrl } from '../../text/urls.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { type ArgDeclaration, type ArgSanitizer } from '../../rest/args/schema.js';
import { type Profile } from '../../variant/profile.js';
import { toInteger, toText } from '../../text/php/php-values.js';

const cleanedUrl: ArgSanitizer = (value, _name, { text }) => cleanUrl(toText(value), text.rules);
const wholeNumber = (value: unknown) => Math.abs(toInteger(value));

/** Current releases declare the format of the URL, but do not validate it. */
const describedUrl = ({ rest }: Profile): Partial<ArgDeclaration> | undefined =>
  rest.describesAllKeywords ? { type: 'string', format: 'uri', description: 'URL of the page to embed.' } : undefined;

export class EmbedDto {
  @Arg({ required: true, unchecked: true, sanitize: cleanedUrl, variation: describedUrl })
  url!: string;

  @Arg({ default: 'json', unchecked: true })
  format!: unknown;

  @Arg({ default: 600, unchecked: true, sanitize: wholeNumber })
  maxwidth!: number;
}

export class ProxyDto {
  @Arg({
    type: 'string',
    required: true,
    unchecked: true,
    sanitize: cleanedUrl,
    variation: describedUrl,
    description: 'URL of the page to embed.',
  })
  url!: string;

  @Arg({ type: 'string', default: 'json', enum: ['json', 'xml'], description: 'Response format.' })
  format!: string;

  @Arg({
    type: 'integer',
    default: 600,
    unchecked: true,
    sanitize: wholeNumber,
    description: 'Maximum width of the embed, in pixels.',
  })
  maxwidth!: number;

  @Arg({
    type: 'integer',
    unchecked: true,
    sanitize: wholeNumber,
    description: 'Maximum height of the embed, in pixels.',
  })
  maxheight?: number;

  @Arg({
    type: 'boolean',
    default: true,
    description: 'Whether to look for an oEmbed endpoint on pages of unknown providers.',
  })
  discover!: boolean;
}
