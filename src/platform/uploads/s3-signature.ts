import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  region: string;
  accessKey: string;
  secretKey: string;
}

export interface S3Request {
  method: string;
  /** Already encoded. */
  path: string;
  /** Names in lower case; `host` among them. */
  headers: Readonly<Record<string, string>>;
  /** Hex digest of the body. */
  bodyHash: string;
}

export const EMPTY_BODY_HASH = createHash('sha256').digest('hex');

/** The headers of a request with those that sign it (AWS Signature Version 4). */
export function signed(request: S3Request, credentials: S3Credentials, now: Date): Record<string, string> {
  const time = now.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': request.bodyHash,
    'x-amz-date': time,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    request.method,
    request.path,
    '',
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    request.bodyHash,
  ].join('\n');
  const scope = `${day}/${credentials.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, credentials.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${credentials.secretKey}`,
  );
  const signature = hmac(key, text).toString('hex');
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKey}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return headers;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Each part of a path as the signature wants it: everything but letters, digits and `-._~` escaped. */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');
}
