import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ContentModel, CORE_MODEL } from '../content-model/content-model.js';
import { DeclarationError } from '../content-model/declarations.js';
import { DEFAULT_TERM_CAPABILITIES } from '../content-model/capabilities.js';
import { type MissingRole, RolesStore } from './roles.store.js';

/** Adds declared roles to those of the site, and fails the start if a declaration needs a capability that no role has: no user could use what it declares. */
@Injectable()
export class DeclaredCapabilitiesService implements OnModuleInit {
  constructor(
    private readonly model: ContentModel,
    private readonly roles: RolesStore,
  ) {}

  async onModuleInit(): Promise<void> {
    const missing = await this.missingRoles();
    if (missing.length > 0) await this.roles.add(missing);
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
          `${roles.map(([name]) => name).join(', ')}. Correct its name, declare who has it (defineRole), ` +
          `or grant it: nestpress role grant administrator ${unknown.capability}`,
      );
  }

  /** What the site's roles lack of the declared ones; a capability that the site takes away stays so. */
  private async missingRoles(): Promise<MissingRole[]> {
    const { roles: declared, types } = this.model;
    if (declared.length === 0) return [];
    const roles = await this.roles.definitions();
    return declared.flatMap(({ value: { name, label, capabilities = [], manages = [] }, place }) => {
      const fail = (problem: string) => new DeclarationError(`Role "${name}" (${place}) ${problem}.`);
      const existing = roles.get(name);
      if (!/^[a-z][a-z0-9_-]{0,59}$/.test(name)) throw fail('must have a name of lower-case letters, digits, _ and -');
      if (!existing && label === undefined) throw fail('is none of the site and needs a label');
      const managed = manages.flatMap((type) => {
        const found = types.get(type);
        if (!found) throw fail(`manages the content type "${type}", which is not declared`);
        const { edit_post: _edit, read_post: _read, delete_post: _delete, ...primitive } = found.capabilities;
        return Object.values(primitive) as string[];
      });
      const lacking = [...new Set([...capabilities, ...managed])].filter(
        (capability) => !existing?.capabilities.has(capability),
      );
      return existing && lacking.length === 0 ? [] : [{ name, label: label ?? name, capabilities: lacking }];
    });
  }
}
