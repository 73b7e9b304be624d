import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';
import { writeArgs } from '../../rest/fields/resource-fields.js';
import { APPLICATION_PASSWORD } from './application-passwords.fields.js';

export class OwnerArgs {
  @Arg({ type: 'string', unchecked: true, unlisted: true, description: 'User ID, or `me`.' })
  user_id!: string;
}

export class ListPasswordsArgs extends OwnerArgs {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class PasswordArgs extends OwnerArgs {
  @Arg({ type: 'string', unchecked: true, unlisted: true, description: 'UUID of the application password.' })
  uuid!: string;
}

export class ReadPasswordArgs extends PasswordArgs {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

interface PasswordValues {
  name: string;
  app_id: string;
}

export class CreatePasswordArgs extends writeArgs<PasswordValues & OwnerArgs>(
  APPLICATION_PASSWORD,
  'create',
  OwnerArgs,
) {}

export class UpdatePasswordArgs extends writeArgs<PasswordValues & PasswordArgs>(
  APPLICATION_PASSWORD,
  'update',
  PasswordArgs,
) {}
