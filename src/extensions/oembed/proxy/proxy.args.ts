import { Arg } from '../../../rest/args/arg.decorator.js';
import { cleanedUrl, wholeNumber } from '../oembed.args.js';

export class ProxyArgs {
  @Arg({
    type: 'string',
    required: true,
    unchecked: true,
    sanitize: cleanedUrl,
    description: 'Address of the page to embed.',
  })
  url!: string;

  @Arg({ type: 'string', default: 'json', enum: ['json', 'xml'], description: 'How the answer is written.' })
  format!: string;

  @Arg({
    type: 'integer',
    default: 600,
    unchecked: true,
    sanitize: wholeNumber,
    description: 'Room for the frame: width in pixels.',
  })
  maxwidth!: number;

  @Arg({
    type: 'integer',
    unchecked: true,
    sanitize: wholeNumber,
    description: 'Room for the frame: height in pixels.',
  })
  maxheight?: number;

  @Arg({
    type: 'boolean',
    default: true,
    description: 'Whether pages of unknown providers may be asked for their endpoint.',
  })
  discover!: boolean;
}
