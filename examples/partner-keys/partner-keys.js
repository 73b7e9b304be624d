import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, Module } from '@nestjs/common';
import { Authenticates, PrincipalService, RestError } from '@nestpress/server';

const digest = (text) => createHash('sha256').update(text).digest();

/** Requests with the key of a partner run as the account `partner`. */
class PartnerKeys {
  constructor(principals) {
    this.principals = principals;
  }

  async authenticate({ headers }) {
    const key = headers['x-partner-key'];
    if (typeof key !== 'string') return undefined;
    const expected = process.env.PARTNER_KEY ?? '';
    if (expected === '' || !timingSafeEqual(digest(key), digest(expected)))
      throw new RestError('partner_key_wrong', 'This key is not valid.', 401);
    return this.principals.findByLogin('partner');
  }
}
Inject(PrincipalService)(PartnerKeys, undefined, 0);
Authenticates({ headers: ['X-Partner-Key'] })(PartnerKeys);
Injectable()(PartnerKeys);

export class PartnerKeysModule {}
Module({ providers: [PartnerKeys] })(PartnerKeysModule);
