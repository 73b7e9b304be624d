import { Injectable } from '@nestjs/common';
import { denied, type RestError } from '../../../rest/errors/index.js';
import { type RequestContext } from '../../../rest/http/index.js';
import { type Allowed } from '../../../rest/route/index.js';
import { AbilitiesService } from './abilities.service.js';

interface RunnableAbility {
  readonly name: string;
  readonly input?: unknown;
}

@Injectable()
export class AbilitiesPolicy {
  constructor(private readonly abilities: AbilitiesService) {}

  read({ principal }: RequestContext): Allowed {
    return !principal.isAnonymous || denied(principal, 'rest_forbidden', 'You may not see the abilities of this site.');
  }

  async run(ctx: RequestContext, { name, input }: RunnableAbility): Promise<true | RestError> {
    await this.abilities.assertRunnable(ctx, name, input);
    return true;
  }
}
