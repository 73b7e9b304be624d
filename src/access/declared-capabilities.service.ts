import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ContentModel, CORE_MODEL } from '../content-model/content-model.js';
import { DeclarationError } from '../content-model/declarations.js';
import { DEFAULT_TERM_CAPABILITIES } from '../content-model/capabilities.js';
import { RolesStore } from './roles.store.js';

/** Fails the start if a declaration needs a capability that no role has: no user could use what it declares. */
@Injectable()
export class DeclaredCapabilitiesService implements OnModuleInit {
  constructor(
    private readonly model: ContentModel,
    private readonly roles: RolesStore,
  ) {}

  async onModuleInit(): Promise<void> {
    const named = [...this.model.namedCapabilities()];
    if (named.length === 0) return;
    const roles = [...(await this.roles.definitions())];
    const defined = new Set([
      ...roles.flatMap(([, { capabilities }]) => [...capabilities.keys()]),
      ...CORE_MODEL.restTypes.flatMap(({ capabilities }) => Object.values(capabilities) as string[]),
      ...Object.values(DEFAULT_TERM_CAPABILITIES),
    ]);
    const unknown = named.find(({ capability }) => !defined.has(capability));
    if (unknown)
      throw new DeclarationError(
        `${unknown.by} (${unknown.place}) needs the capability "${unknown.capability}", which no role of the site has: ` +
          `${roles.map(([name]) => name).join(', ')}. Correct its name, or grant it: nestpress role grant administrator ${unknown.capability}`,
      );
  }
}
