import { Arg } from '../../rest/args/arg.decorator.js';

/** A route below `users/ID`. */
export class UserDto {
  @Arg({ type: 'integer', required: true, description: 'User ID.' })
  user!: number;
}
