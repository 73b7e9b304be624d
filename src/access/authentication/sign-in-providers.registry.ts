import { Injectable } from '@nestjs/common';
import { type Principal } from '../principal.js';

/** Identity providers with which users can sign in. */
@Injectable()
export class SignInProvidersRegistry {
  /** The name that a sign-in page shows. */
  name?: string;

  /** The account of a token that the provider issued. Throws if the token is not valid. */
  accountOf?: (token: string) => Promise<Principal>;
}
