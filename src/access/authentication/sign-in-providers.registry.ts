import { Injectable } from '@nestjs/common';

/** The identity provider with which users can sign in, by the name that a sign-in page shows. */
@Injectable()
export class SignInProvidersRegistry {
  name?: string;
}
