import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

const ON = new Set(['on', 'true', '1', 'yes']);
const OFF = new Set(['off', 'false', '0', 'no']);

/** `on` or `off`, in the usual spellings. */
function Switch(): PropertyDecorator {
  const read = Transform(({ value }: { value: unknown }) => {
    const word = String(value).toLowerCase();
    return ON.has(word) ? true : OFF.has(word) ? false : value;
  });
  const check = IsBoolean({ message: 'must be on or off' });
  return (target, key) => [read, check].forEach((decorate) => decorate(target, key as string));
}

/** A whole number within limits. */
function Whole(from: number, to: number): PropertyDecorator {
  const read = Transform(({ value }: { value: unknown }) => (/^\d+$/.test(String(value)) ? Number(value) : value));
  const message = `must be a whole number from ${from} to ${to}`;
  const checks = [IsInt({ message }), Min(from, { message }), Max(to, { message })];
  return (target, key) => [read, ...checks].forEach((decorate) => decorate(target, key as string));
}

const URL_MESSAGE = 'must be an http or https address without a path, query or trailing slash beyond the site itself';

/** Every environment variable the service reads, with its default. Nothing else reads the environment. */
export class Environment {
  @Whole(0, 65535)
  PORT = 3000;

  @IsString()
  HOST = '0.0.0.0';

  @IsIn(['A', 'B'], { message: 'must be A or B' })
  VARIANT: 'A' | 'B' = 'A';

  @Matches(/^(?:\/[\w.-]+)+$/, { message: 'must be a path such as /wp-json, with a leading and without a trailing slash' })
  BASE_PATH = '/wp-json';

  @IsOptional()
  @Matches(/^(?:mysql|mariadb):\/\/[^\s]+\/[^\s/?]+/, { message: 'must look like mysql://user:password@host:3306/database' })
  DATABASE_URL?: string;

  @Matches(/^[A-Za-z0-9_]+$/, { message: 'may have letters, digits and underscores only' })
  TABLE_PREFIX = 'wp_';

  @Whole(1, 500)
  DATABASE_POOL = 10;

  @IsString()
  DATA_DIR = './data';

  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+[^\s?#/]$/, { message: URL_MESSAGE })
  SITE_URL?: string;

  @IsOptional()
  @IsString()
  UPLOADS_DIR?: string;

  @IsOptional()
  @Matches(/^.{8,}$/s, { message: 'must have at least 8 characters' })
  ADMIN_PASSWORD?: string;

  @Switch()
  AUTH_ACCOUNT_PASSWORDS = true;

  @IsOptional() @IsString() AUTH_KEY?: string;
  @IsOptional() @IsString() SECURE_AUTH_KEY?: string;
  @IsOptional() @IsString() LOGGED_IN_KEY?: string;
  @IsOptional() @IsString() NONCE_KEY?: string;
  @IsOptional() @IsString() AUTH_SALT?: string;
  @IsOptional() @IsString() SECURE_AUTH_SALT?: string;
  @IsOptional() @IsString() LOGGED_IN_SALT?: string;
  @IsOptional() @IsString() NONCE_SALT?: string;

  @Switch()
  MEDIA_TRASH = true;

  @IsOptional()
  @Switch()
  HTML5_MARKUP?: boolean;

  @IsOptional()
  @Whole(0, 10_000)
  CONTENT_WIDTH?: number;

  @Switch()
  RATE_LIMIT = true;

  @IsOptional()
  @Matches(/^rediss?:\/\/[^\s]+$/, { message: 'must look like redis://host:6379' })
  REDIS_URL?: string;

  @IsOptional()
  @Matches(/^smtps?:\/\/[^\s]+$/, { message: 'must look like smtp://user:password@host:587' })
  SMTP_URL?: string;

  @IsOptional()
  @Matches(/^(?:[^<>\x00-\x1f\x7f]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, { message: 'must look like me@site.example or Name <me@site.example>' })
  MAIL_FROM?: string;

  @Whole(1, 64)
  WORKERS = 1;

  @Whole(1024, 1_073_741_824)
  BODY_LIMIT = 8_388_608;

  @Whole(1024, 1_099_511_627_776)
  UPLOAD_LIMIT = 67_108_864;

  @IsOptional()
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { message: 'must be the name of a bucket' })
  S3_BUCKET?: string;

  @Matches(/^https?:\/\/[^\s?#]+$/, { message: 'must be an http or https address' })
  S3_ENDPOINT = 'https://s3.amazonaws.com';

  @Matches(/^[a-z0-9-]+$/, { message: 'must be the name of a region' })
  S3_REGION = 'us-east-1';

  @IsOptional() @IsString() S3_ACCESS_KEY?: string;
  @IsOptional() @IsString() S3_SECRET_KEY?: string;

  @IsOptional()
  @Matches(/^[\w.-]+(?:\/[\w.-]+)*$/, { message: 'must be a path without slashes at its ends' })
  S3_PREFIX?: string;

  @Switch()
  RESPONSE_CACHE = true;

  @Whole(1, 65_536)
  CACHE_MB = 64;

  @Switch()
  CACHE_CRAWLER = false;

  @IsOptional()
  @IsString()
  TRUSTED_PROXIES?: string;

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { message: 'must be fatal, error, warn, info, debug, trace or silent' })
  LOG_LEVEL = 'info';

  @Switch()
  ACCESS_LOG = true;

  @IsOptional()
  @Whole(1, 65535)
  METRICS_PORT?: number;

  @IsString()
  METRICS_HOST = '127.0.0.1';

  @Whole(0, 600_000)
  SLOW_QUERY_MS = 0;

  @Switch()
  REQUEST_QUERIES = false;

  @IsIn(['off', 'request', 'on'], { message: 'must be off, request or on' })
  SERVER_TIMING: 'off' | 'request' | 'on' = 'off';

  @Switch()
  OTEL = false;

  @Whole(0, 600)
  SHUTDOWN_SECONDS = 25;
}
