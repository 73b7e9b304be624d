import {
  getMetadataStorage,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  validateSync,
} from 'class-validator';
import { type Request } from 'express';
import { invalidParams, RestError } from '../../rest/errors/index.js';
import { mediaType, parseJsonBody, readBody } from '../../rest/http/index.js';
import { SITE_KINDS, type SiteKind } from '../../platform/config/index.js';
import { TRANSLATED_LOCALES } from '../../site/index.js';

const MAX_BODY_BYTES = 32_768;
const MAX_TEXT = 4096;
const MIN_PASSWORD = 8;

export class LoginDto {
  @IsString() @Length(1, MAX_TEXT) readonly login!: string;
  @IsString() @Length(1, MAX_TEXT) readonly password!: string;
  @IsOptional() @IsBoolean() readonly remember: boolean = false;
  /** Code of the second factor, or a recovery code. */
  @IsOptional() @IsString() @Length(1, 100) readonly code?: string;
}

export class PasswordRequestDto {
  @IsString() @Length(1, 200) readonly login!: string;
}

export class PasswordLinkDto {
  @IsString() @Length(1, 200) readonly token!: string;
}

export class NewPasswordDto extends PasswordLinkDto {
  @IsString()
  @Length(MIN_PASSWORD, MAX_TEXT, { message: `password must have at least ${MIN_PASSWORD} characters` })
  readonly password!: string;
}

export class SetupDto {
  @IsString() @Length(1, 200) readonly token!: string;
  @IsString() @Length(1, 200) readonly title!: string;
  @IsString() @Length(1, 60) readonly login!: string;
  @IsString() @MaxLength(100) readonly email!: string;
  @IsString()
  @Length(MIN_PASSWORD, MAX_TEXT, { message: `password must have at least ${MIN_PASSWORD} characters` })
  readonly password!: string;
  /** How the site is written; without an answer it stays as it is. */
  @IsOptional() @IsIn(SITE_KINDS) readonly kind?: SiteKind;
  /** Language of the site; without an answer it stays as it is. */
  @IsOptional() @IsIn(TRANSLATED_LOCALES) readonly language?: string;
  /** Time zone of the browser. A name that the service does not know is ignored. */
  @IsOptional() @IsString() @MaxLength(64) readonly timezone?: string;
}

/** The JSON body of a request from the console's own pages. */
export async function readDto<T extends object>(dto: new () => T, request: Request): Promise<T> {
  if (mediaType(request.headers['content-type']) !== 'application/json')
    throw new RestError('rest_unsupported_media_type', 'The body must be sent as application/json.', 415);
  const body = parseJsonBody(await readBody(request, MAX_BODY_BYTES));
  const value = new dto();
  // Not plainToInstance(): it reads `constructor` of nested objects, whatever the client put there.
  for (const name of declaredProperties(dto)) {
    if (!Object.hasOwn(body, name)) continue;
    // IsOptional() accepts it for members whose type has no null.
    if (body[name] === null) throw invalidParams({ [name]: `${name} must not be null` });
    Object.assign(value, { [name]: body[name] });
  }
  const [first] = validateSync(value);
  if (!first) return value;
  throw invalidParams({ [first.property]: Object.values(first.constraints ?? {})[0] ?? 'is not valid' });
}

function declaredProperties(dto: new () => object): Set<string> {
  const declared = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return new Set(declared.map(({ propertyName }) => propertyName));
}
