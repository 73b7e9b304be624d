import type { S3Options } from '../uploads/s3.storage.js';

const DEFAULT_REGION = 'us-east-1';

export const S3_URL =
  /^https?:\/\/[^\s:@/?#]+:[^\s:@/?#]+@[^\s@/?#]+\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]+)*(?:\?region=[a-z0-9-]+)?$/;

/** `url` matches S3_URL. */
export function readS3Url(url: string): S3Options {
  const { origin, username, password, pathname, searchParams } = new URL(url);
  const [bucket = '', ...folders] = pathname.slice(1).split('/');
  return {
    endpoint: origin,
    region: searchParams.get('region') ?? DEFAULT_REGION,
    bucket,
    prefix: folders.join('/'),
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
  };
}
