import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { APPLICATION_PASSWORD } from './application-passwords.fields.js';

export class OwnerDto {
  @Arg({ type: 'string', unchecked: true, unlisted: true, description: 'User ID, or `me`.' })
  user_id!: string;
}

export class ListPasswordsDto extends OwnerDto {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class PasswordDto extends OwnerDto {
  @Arg({ type: 'string', unchecked: true, unlisted: true, description: 'UUID of the application password.' })
  uuid!: string;
}

export class ReadPasswordDto extends PasswordDto {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

interface PasswordValues {
  name: string;
  app_id: string;
}

export class CreatePasswordDto extends writeDto<PasswordValues & OwnerDto>(APPLICATION_PASSWORD, 'create', OwnerDto) {}

export class UpdatePasswordDto extends writeDto<PasswordValues & PasswordDto>(
  APPLICATION_PASSWORD,
  'update',
  PasswordDto,
) {}
