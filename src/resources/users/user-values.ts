import { filterUserDescription } from '../../text/sanitize/kses.js';
import { type SlugOptions } from '../../text/slug.js';
import { nicenameFrom } from '../../content/users/nicename.js';
import { cleanName, cleanProfileEmail, cleanProfileUrl, defaultDisplayName } from '../../content/users/profile-text.js';
import { MAX_LENGTH, type User } from '../../content/users/user.js';
import { type UserValues } from '../../content/users/users.writer.js';
import { slugTooLong, tooLong } from './users.errors.js';
import { type UserInput } from './users.fields.js';

/** What is stored as it was said, after cleaning; password and roles need more than that. */
export type PlainValues = Omit<UserValues, 'passwordHash' | 'roles'>;

export function valuesOfNewUser(input: UserInput, slugOptions: SlugOptions): PlainValues {
  const firstName = nameOf(input.first_name ?? '');
  const lastName = nameOf(input.last_name ?? '');
  const login = input.username;
  return fitting({
    email: cleanProfileEmail(input.email),
    url: cleanProfileUrl(input.url ?? ''),
    displayName: nameOf(input.name ?? '') || defaultDisplayName({ login, firstName, lastName }),
    firstName,
    lastName,
    nickname: nameOf(input.nickname ?? '') || login,
    description: descriptionOf(input.description ?? ''),
    locale: input.locale ?? '',
    nicename: nicenameFrom(input.slug ?? '', login, slugOptions),
  });
}

/** Members the request does not name are left out. */
export function changedValues(
  input: Partial<UserInput>,
  { login }: User,
  slugOptions: SlugOptions,
): Partial<PlainValues> {
  return fitting({
    ...(input.email !== undefined && { email: cleanProfileEmail(input.email) }),
    ...(input.url !== undefined && { url: cleanProfileUrl(input.url) }),
    ...(input.name !== undefined && { displayName: nameOf(input.name) || login }),
    ...(input.first_name !== undefined && { firstName: nameOf(input.first_name) }),
    ...(input.last_name !== undefined && { lastName: nameOf(input.last_name) }),
    ...(input.nickname !== undefined && { nickname: nameOf(input.nickname) || login }),
    ...(input.description !== undefined && { description: descriptionOf(input.description) }),
    ...(input.locale !== undefined && { locale: input.locale }),
    ...(input.slug !== undefined && { nicename: nicenameFrom(input.slug, login, slugOptions) }),
  });
}

/** The reference takes "0" for no name and no description. */
function nameOf(text: string): string {
  const name = cleanName(text);
  return name === '0' ? '' : name;
}

function descriptionOf(text: string): string {
  return text === '0' ? '' : filterUserDescription(text);
}

function fitting<V extends Partial<PlainValues>>(values: V): V {
  const { nicename = '', displayName = '', email = '', url = '' } = values;
  if (nicename.length > MAX_LENGTH.nicename) throw slugTooLong(MAX_LENGTH.nicename);
  if (displayName.length > MAX_LENGTH.displayName) throw tooLong('name', MAX_LENGTH.displayName);
  if (email.length > MAX_LENGTH.email) throw tooLong('email', MAX_LENGTH.email);
  if (url.length > MAX_LENGTH.url) throw tooLong('url', MAX_LENGTH.url);
  return values;
}
