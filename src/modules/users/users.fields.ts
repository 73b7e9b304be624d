import { LocaleValidator } from './users.validators.js';
import { effectiveCapabilities, type RoleDefinitions, rolesOf } from '../../access/capabilities/index.js';
import { AVATAR_SIZES, avatarUrls } from './avatars.js';
import { mysqlToRfc3339 } from '../../text/dates.js';
import { type User, authorLink } from './user.js';
import {
  type FieldMap,
  ResourceFields,
  embedFirst,
  editOnly,
  readOnly,
  field,
} from '../../rest/fields/resource-fields.js';
import { withDeclaredFields } from '../../rest/fields/declared-field.js';
import { type FieldValues } from '../../content-model/field-values.js';
import { perModel } from '../../content-model/per-model.js';
import { type Site } from '../../site/site.js';
import { type StoredMeta } from '../meta/meta.store.js';
import { type MetaField } from '../../content-model/meta-fields.js';
import { metaMember } from '../meta/meta.field.js';
import { shownMeta } from '../meta/meta-values.js';
import { cleanUsername } from '../../text/clean.js';
import { asNumber, isTruthy, toInteger, toText } from '../../text/php/php-values.js';
import { ArgIssue, type ValueSchema } from '../../rest/args/schema.js';
import { type UsersDialect } from '../../variant/users.variants.js';

const INVALID = { status: 400 };

/** A login may only contain characters that sanitizing keeps. */
export function checkUsername(value: unknown, message = 'Username contains invalid characters.'): string | ArgIssue {
  const name = toText(value);
  return name !== '' && cleanUsername(name, { strict: true }) === name
    ? name
    : new ArgIssue(message, 'rest_user_invalid_username', INVALID);
}

export function checkPassword(value: unknown): string | ArgIssue {
  const password = toText(value);
  if (!isTruthy(password)) return new ArgIssue('Passwords cannot be empty.', 'rest_user_invalid_password', INVALID);
  return password.includes('\\')
    ? new ArgIssue('Passwords cannot contain the "\\" character.', 'rest_user_invalid_password', INVALID)
    : password;
}

/** The new author of a deleted user's posts: a user ID, 0 for none, or false to delete them too. */
const INVALID_REASSIGN = new ArgIssue('Invalid user parameter(s).', 'rest_invalid_param', { status: 400 });

export function checkReassign(value: unknown): number | false | ArgIssue {
  if (asNumber(value) !== undefined) return Math.abs(toInteger(value));
  return !isTruthy(value) || value === 'false' ? false : INVALID_REASSIGN;
}

const GRANTS: ValueSchema = { type: 'object', additionalProperties: { type: 'boolean' } };
const DEFAULT_LOCALE = 'en_US';

const localeChoices = ({ languages }: Site) => ({ enum: ['', ...languages] });

interface UserView {
  site: Site;
  description: (user: User) => string;
  roles: RoleDefinitions;
  avatars: Pick<UsersDialect, 'secureAvatars'>;
  /** Declared meta that is returned, and its stored values. */
  metaFields: readonly MetaField[];
  meta: ReadonlyMap<number, StoredMeta>;
  /** Values of declared fields. */
  declared: FieldValues;
}

/** The values of a user in a write request. */
export interface UserInput {
  username: string;
  name: string;
  first_name: string;
  last_name: string;
  email: string;
  url: string;
  description: string;
  locale: string;
  nickname: string;
  slug: string;
  roles: string[];
  password: string;
  meta?: unknown;
}

/** A URL for each size of an avatar. */
export const avatarFields = <T, V>(): FieldMap<T, V> =>
  Object.fromEntries(
    AVATAR_SIZES.map((size) => [size, field('uri', `URL of the avatar, ${size} pixels wide and high.`, embedFirst)]),
  );

const USER: FieldMap<User, UserView> = {
  id: readOnly('integer', 'User ID.', embedFirst, (user) => user.id),
  username: field('string', 'Login name.', editOnly, (user) => user.login, {
    required: true,
    arg: { sanitize: (value, _name, { users }) => checkUsername(value, users.illegalUsername) },
  }),
  name: field('string', 'Display name of the user.', embedFirst, (user) => user.displayName),
  first_name: field('string', 'First name.', editOnly, (user) => user.firstName, { arg: { nullAs: '' } }),
  last_name: field('string', 'Last name.', editOnly, (user) => user.lastName, { arg: { nullAs: '' } }),
  email: field('email', 'Email address of the user.', editOnly, (user) => user.email, { required: true }),
  url: field('uri', 'Website of the user.', embedFirst, (user) => user.url),
  description: field('string', 'Biography of the user.', embedFirst, (user, { description }) => description(user)),
  link: readOnly('uri', 'URL of the user’s archive page.', embedFirst, (user, { site }) => authorLink(user, site)),
  locale: {
    description: 'Locale of the user.',
    type: 'string',
    context: editOnly,
    value: (user, { site }) => user.locale || site.option('WPLANG') || DEFAULT_LOCALE,
    siteSchema: localeChoices,
    arg: { checkedBy: LocaleValidator, siteSchema: localeChoices },
  },
  nickname: field('string', 'Nickname.', editOnly, (user) => user.nickname),
  slug: field('string', 'Slug of the user.', embedFirst, (user) => user.nicename),
  roles: field('array', 'Roles of the user.', editOnly, (user, { roles }) => rolesOf(user.capabilities, roles), {
    items: { type: 'string' },
  }),
  registered_date: {
    description: 'Registration time of the user.',
    type: 'string',
    format: 'date-time',
    context: editOnly,
    readonly: true,
    value: (user) => `${mysqlToRfc3339(user.registered)}+00:00`,
  },
  password: {
    description: 'Password of the user; never returned.',
    type: 'string',
    context: [],
    required: true,
    arg: { sanitize: checkPassword },
  },
  capabilities: readOnly(
    'object',
    'All capabilities of the user.',
    editOnly,
    (user, { roles }) => Object.fromEntries(effectiveCapabilities(user.capabilities, roles)),
    { responds: GRANTS, undivided: true },
  ),
  extra_capabilities: readOnly(
    'object',
    'Roles and capabilities assigned directly to the user.',
    editOnly,
    (user) => Object.fromEntries(user.capabilities),
    { responds: GRANTS, undivided: true },
  ),
  avatar_urls: {
    description: 'Avatar URLs of the user, by size.',
    type: 'object',
    optional: true,
    undivided: true,
    context: embedFirst,
    readonly: true,
    properties: avatarFields(),
    listed: (site) => site.isOn('show_avatars'),
    value: (user, { site, avatars }) => avatarUrls(user.email, site, avatars),
  },
  meta: metaMember('user', undefined, (user, view) => shownMeta(view.metaFields, view.meta.get(user.id))),
};

/** The fields of users, with those that modules declare. */
export const userFields = perModel(
  (model) =>
    new ResourceFields<User, UserView>(
      'user',
      withDeclaredFields(USER, model.fields.of('user'), 'users', ({ id }, view, name) =>
        view.declared.get(name)?.get(id),
      ),
    ),
);
