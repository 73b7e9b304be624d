import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { SharedSecret } from '../../database/shared-secret.js';
import { ACCESS_OPTIONS, type AccessOptions, type SecretKeys } from '../access-options.js';

/** The keys that sign login cookies and nonces: the configured ones, or keys generated once for this database. */
@Injectable()
export class SecretKeysService {
  private readonly secret: SharedSecret;
  private generated?: SecretKeys;

  constructor(
    database: Database,
    @Inject(ACCESS_OPTIONS) private readonly options: AccessOptions,
  ) {
    this.secret = new SharedSecret(database, 'nestpress_login_secret');
  }

  async read(): Promise<SecretKeys | undefined> {
    const { keys, generatesKeys } = this.options;
    if (keys || !generatesKeys) return keys;
    return (this.generated ??= derivedKeys(await this.secret.read()));
  }
}

function derivedKeys(secret: string): SecretKeys {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return {
    loggedInKey: derive('logged in key'),
    loggedInSalt: derive('logged in salt'),
    nonceKey: derive('nonce key'),
    nonceSalt: derive('nonce salt'),
  };
}
