import { Injectable, Optional } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.js';
import { OptionsStore } from '../database/options.store.js';
import { isTruthy, PhpArray, type PhpValue, toText } from '../text/php/index.js';
import { NetworkStore } from '../site/network.store.js';
import {
  type CapabilityMap,
  grantedCapabilities,
  networkCapabilities,
  type RoleDefinition,
  type RoleDefinitions,
} from './capabilities/index.js';

/** A role that the site lacks, or what a role of the site lacks. */
export interface MissingRole {
  readonly name: string;
  readonly label: string;
  readonly capabilities: readonly string[];
}

/** The site's role definitions, from the options. */
@Injectable()
export class RolesStore {
  private parsed?: { from: PhpValue | undefined; definitions: RoleDefinitions };

  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    @Optional() private readonly networks?: NetworkStore,
  ) {}

  /** What an account may do on the site by its roles, its own capabilities and the rules of the network. */
  async granted(login: string, own: CapabilityMap): Promise<ReadonlySet<string>> {
    const granted = grantedCapabilities(own, await this.definitions());
    const network = await this.networks?.rules();
    return network ? networkCapabilities(granted, login, network) : granted;
  }

  async definitions(): Promise<RoleDefinitions> {
    const from = await this.options.get(`${this.database.tablePrefix}user_roles`);
    if (!this.parsed || this.parsed.from !== from) this.parsed = { from, definitions: readRoleDefinitions(from) };
    return this.parsed.definitions;
  }

  /** Adds roles, and capabilities to those that exist. */
  async add(roles: readonly MissingRole[]): Promise<void> {
    const option = `${this.database.tablePrefix}user_roles`;
    await this.database.transaction(async (tx) => {
      const stored = await this.options.getForUpdate(tx, option);
      if (stored instanceof PhpArray) await this.options.set(tx, option, added(stored, roles));
    });
  }

  /** Grants capabilities to a role, or takes them away. False where there is no such role. */
  async setCapabilities(
    role: string,
    names: readonly string[],
    isGranted: boolean,
    afterWrite?: (tx: Transaction) => Promise<void>,
  ): Promise<boolean> {
    const option = `${this.database.tablePrefix}user_roles`;
    return this.database.transaction(async (tx) => {
      const stored = await this.options.getForUpdate(tx, option);
      const definition = stored instanceof PhpArray ? stored.get(role) : undefined;
      if (!(stored instanceof PhpArray) || !(definition instanceof PhpArray)) return false;
      const held = definition.get('capabilities');
      const capabilities = held instanceof PhpArray ? held : new PhpArray();
      for (const name of names) {
        if (isGranted) capabilities.set(name, true);
        else capabilities.delete(name);
      }
      definition.set('capabilities', capabilities);
      await this.options.set(tx, option, stored);
      await afterWrite?.(tx);
      return true;
    });
  }
}

/** Adds what the stored roles lack. Their other capabilities stay as they are. */
function added(stored: PhpArray, roles: readonly MissingRole[]): PhpArray {
  for (const { name, label, capabilities } of roles) {
    const existing = stored.get(name);
    const definition = existing instanceof PhpArray ? existing : new PhpArray();
    if (definition !== existing) definition.set('name', label);
    const held = definition.get('capabilities');
    const all = held instanceof PhpArray ? held : new PhpArray();
    for (const capability of capabilities) all.set(capability, true);
    definition.set('capabilities', all);
    stored.set(name, definition);
  }
  return stored;
}

function readRoleDefinitions(stored: PhpValue | undefined): RoleDefinitions {
  const definitions = new Map<string, RoleDefinition>();
  if (!(stored instanceof PhpArray)) return definitions;
  for (const [role, definition] of stored) {
    if (!(definition instanceof PhpArray)) continue;
    definitions.set(String(role), {
      name: toText(definition.get('name')),
      capabilities: readCapabilities(definition.get('capabilities')),
    });
  }
  return definitions;
}

export function readCapabilities(stored: PhpValue | undefined): CapabilityMap {
  return new Map(
    stored instanceof PhpArray
      ? [...stored].map(([capability, provided]) => [String(capability), isTruthy(provided)])
      : [],
  );
}
