import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { Config } from './config.js';
import { ConfigError } from './config-error.js';
import { readS3Url } from './s3-url.js';
import { membersOf } from './variable.decorators.js';

export { ConfigError } from './config-error.js';

type Values = Record<string, string | undefined>;
type Declaration = new () => object;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Shorter names are too similar to too many others. */
const MIN_NAME_LENGTH = 6;
const MAX_EDITS = 2;

/** Reads and validates the environment. All invalid values are reported at once, in a ConfigError whose sentences name the variables. */
export function loadConfig(env: Values = process.env): Config {
  const problems: string[] = [];
  const config = plainToInstance(Config, textsOf(Config, env, problems), { exposeDefaultValues: true });
  problems.push(...validateSync(config).flatMap((error) => sentencesFor(error, env)));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return complete(
    Object.assign(config, { isVariantSet: Boolean(env.VARIANT), isFrontEndSet: Boolean(env.FRONT_END_URL) }),
  );
}

/** The environment's value for each property of the declaration. */
function textsOf(declaration: Declaration, env: Values, problems: string[]): object {
  const texts: Record<string, unknown> = {};
  for (const member of membersOf(declaration)) {
    try {
      const value = member.group
        ? textsOf(member.group, env, problems)
        : member.isSecret
          ? secretValue(env, member.name)
          : env[member.name] || undefined;
      if (value !== undefined) texts[member.property] = value;
    } catch (error) {
      problems.push((error as ConfigError).message);
    }
  }
  return texts;
}

/** The value of a secret: NAME itself, or the content of the file NAME_FILE without the final line end. */
function secretValue(env: Values, name: string): string | undefined {
  const value = env[name] || undefined;
  const file = env[`${name}_FILE`] || undefined;
  if (file === undefined) return value;
  if (value !== undefined) throw new ConfigError(`${name}_FILE cannot be set together with ${name}.`);
  const content = readSecret(`${name}_FILE`, file).replace(/\r?\n$/, '');
  if (content === '') throw new ConfigError(`${name}_FILE names an empty file.`);
  return content;
}

function readSecret(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${variable} names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown cause'}).`,
    );
  }
}

function sentencesFor({ target, property, constraints, children }: ValidationError, env: Values): string[] {
  const member = membersOf(target!.constructor as Declaration).find((candidate) => candidate.property === property);
  if (!member || member.group) return (children ?? []).flatMap((child) => sentencesFor(child, env));
  const [reason = 'is not valid'] = Object.values(constraints ?? {});
  return [`${member.name} ${reason}${member.isSecret ? '' : `, not ${JSON.stringify(env[member.name])}`}.`];
}

/** Rules and values that involve more than one variable. */
function complete(config: Writable<Config>): Config {
  config.databaseReplicas = checkedReplicas(config);
  config.databaseUrl = urlWithPassword(config);
  config.dataDir = resolve(config.dataDir);
  config.databaseFile = join(config.dataDir, 'nestpress.sqlite');
  config.uploadsDir = resolve(config.uploadsDir ?? join(config.dataDir, 'uploads'));
  if (config.s3Url !== undefined) config.s3 = decoding('S3_URL', () => readS3Url(config.s3Url!));
  config.wordpress = completeWordPress(config);
  for (const member of membersOf(Config))
    if (member.group) member.group.check?.(config[member.property as keyof Config] as object);
  for (const value of Object.values(config)) Object.freeze(value);
  return Object.freeze(config);
}

/** Not parsed with URL, which supports only one host. */
function urlWithPassword({ databaseUrl, databasePassword }: Config): string | undefined {
  if (databasePassword === undefined) return databaseUrl;
  const [, scheme, user = '', rest] = /^(\w+:\/\/)(?:([^@/]*)@)?(.+)$/.exec(databaseUrl ?? '') ?? [];
  if (scheme === undefined) throw new ConfigError('DATABASE_PASSWORD needs a DATABASE_URL.');
  if (/:./.test(user)) throw new ConfigError('DATABASE_PASSWORD cannot be set when DATABASE_URL has a password.');
  return `${scheme}${user.replace(':', '')}:${encodeURIComponent(databasePassword)}@${rest}`;
}

/** With several primaries it is unknown which of them a replica follows. */
function checkedReplicas({ databaseUrl, databaseReplicas }: Config): readonly string[] {
  if (databaseReplicas.length === 0) return [];
  if (databaseUrl === undefined) throw new ConfigError('DATABASE_REPLICAS needs DATABASE_URL.');
  if (databaseUrl.includes(','))
    throw new ConfigError('DATABASE_REPLICAS cannot be used with several servers in DATABASE_URL.');
  return databaseReplicas;
}

function completeWordPress({ wordpress, variant }: Config): Config['wordpress'] {
  if (wordpress?.url === undefined) return undefined;
  if (variant !== 'C') throw new ConfigError('WORDPRESS_URL needs VARIANT=C.');
  const [, scheme, user, password, rest] = /^(\w+:\/\/)(?:([^:]+):([^@]+)@)?(.+)$/.exec(wordpress.url)!;
  if (user === undefined) return wordpress;
  return decoding('WORDPRESS_URL', () => ({
    ...wordpress,
    url: `${scheme!}${rest!}`,
    user: decodeURIComponent(user),
    applicationPassword: decodeURIComponent(password!),
  }));
}

function decoding<T>(variable: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new ConfigError(`${variable} has a percent sign that does not begin an encoded character.`);
  }
}

const S3_REPLACEMENT = 'Set S3_URL instead';
const WORDPRESS_REPLACEMENT = 'Set the account in WORDPRESS_URL instead: https://LOGIN:PASSWORD@site.example';
const IS_FIXED = 'Its value is fixed';

/** Variables of earlier versions, and what to do instead. */
const REPLACED: Readonly<Record<string, string>> = {
  S3_BUCKET: S3_REPLACEMENT,
  S3_ENDPOINT: S3_REPLACEMENT,
  S3_REGION: S3_REPLACEMENT,
  S3_ACCESS_KEY: S3_REPLACEMENT,
  S3_SECRET_KEY: S3_REPLACEMENT,
  S3_SECRET_KEY_FILE: 'Set S3_URL_FILE instead',
  S3_PREFIX: S3_REPLACEMENT,
  RESPONSE_CACHE: 'CACHE_MB=0 disables the response cache',
  METRICS_HOST: 'Set the address in METRICS_PORT instead, such as METRICS_PORT=0.0.0.0:9464',
  REQUEST_QUERIES: 'SLOW_QUERY_MS or SERVER_TIMING=request count the statements of requests',
  NESTPRESS_API: 'CONSOLE=api serves the namespace nestpress/v1 without the console',
  WORDPRESS_USER: WORDPRESS_REPLACEMENT,
  WORDPRESS_APPLICATION_PASSWORD: WORDPRESS_REPLACEMENT,
  WORDPRESS_APPLICATION_PASSWORD_FILE: 'Set WORDPRESS_URL_FILE instead',
  DATABASE_REPLICA_LAG_MS: IS_FIXED,
  HEADER_SECONDS: IS_FIXED,
  KEEP_ALIVE_SECONDS: IS_FIXED,
  SHUTDOWN_SECONDS: IS_FIXED,
  REQUEST_SECONDS: IS_FIXED,
  WORDPRESS_TIMEOUT_SECONDS: IS_FIXED,
  WORDPRESS_LEARN_MINUTES: IS_FIXED,
  WORDPRESS_MAX_REQUESTS: IS_FIXED,
  WORDPRESS_CONTENT_WAIT_MS: IS_FIXED,
  WORDPRESS_CONTENT_MINUTES: IS_FIXED,
};

/** A hint for each variable of an earlier version, and for each that looks like a misspelling of one of ours. */
export function unknownVariables(env: Values = process.env): string[] {
  const names = namesOf(Config);
  return Object.keys(env).flatMap((name) => {
    if (Object.hasOwn(REPLACED, name)) return [`${name} is no longer a variable of Nestpress. ${REPLACED[name]!}.`];
    const suggestion = names.includes(name) ? undefined : closestName(name, names);
    return suggestion === undefined || env[suggestion]
      ? []
      : [`${name} is not a variable of Nestpress. Did you mean ${suggestion}?`];
  });
}

function namesOf(declaration: Declaration): string[] {
  return membersOf(declaration).flatMap((member) => {
    if (member.group) return namesOf(member.group);
    return member.isSecret ? [member.name, `${member.name}_FILE`] : [member.name];
  });
}

/** The variable a misspelt name probably means: at most two letters added, omitted, replaced or swapped. */
function closestName(misspelt: string, names: readonly string[]): string | undefined {
  let closest: { name: string; edits: number } | undefined;
  for (const name of names) {
    const short = Math.min(misspelt.length, name.length);
    if (short < MIN_NAME_LENGTH || Math.abs(misspelt.length - name.length) > MAX_EDITS) continue;
    const edits = editDistance(misspelt.toUpperCase(), name);
    if (edits <= (short < MIN_NAME_LENGTH + 2 ? 1 : MAX_EDITS) && edits < (closest?.edits ?? Infinity))
      closest = { name, edits };
  }
  return closest?.name;
}

/** Optimal string alignment distance: insertions, deletions, replacements and swaps of adjacent letters. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) edits = Math.min(edits, before[column - 2]! + 1);
      current.push(edits);
    }
    before = last;
    last = current;
  }
  return last[b.length]!;
}

/** The environment for the database's command-line programs: PATH and their password; none of our secrets. */
export function childEnvironment(password: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, MYSQL_PWD: password };
}
