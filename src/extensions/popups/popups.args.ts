import { Arg } from '../../rest/args/arg.decorator.js';
import { toInteger } from '../../rest/args/php-values.js';

const wholeNumber = (value: unknown) => Math.abs(toInteger(value));

export class CountArgs {
  @Arg({ type: 'string', required: true, description: 'What happened: open or conversion.' })
  event!: string;

  @Arg({ type: 'integer', required: true, unchecked: true, sanitize: wholeNumber, description: 'Id of the popup.' })
  pid!: number;
}
