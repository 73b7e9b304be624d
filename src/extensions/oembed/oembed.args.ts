import { cleanUrl } from '../../text/urls.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { toInteger, toText } from '../../rest/args/php-values.js';

export const cleanedUrl = (value: unknown) => cleanUrl(toText(value));
export const wholeNumber = (value: unknown) => Math.abs(toInteger(value));

export class EmbedArgs {
  @Arg({ required: true, unchecked: true, sanitize: cleanedUrl })
  url!: string;

  @Arg({ default: 'json', unchecked: true })
  format!: unknown;

  @Arg({ default: 600, unchecked: true, sanitize: wholeNumber })
  maxwidth!: number;
}
