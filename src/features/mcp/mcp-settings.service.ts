import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { Database } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { ContentEvents } from '../../hooks/content-events.service.js';

const OPTION = 'nestpress_mcp';

/** What agents may do. Everything is off until it is switched on. */
export interface McpSettings {
  enabled: boolean;
  /** Whether agents only read. */
  read_only: boolean;
  /** Whether agents may publish entries and change published ones. */
  publish: boolean;
  /** Whether agents may delete. */
  delete: boolean;
  /** Whether programs may register themselves, to be connected by users. */
  registration: boolean;
}

const NAMES = ['enabled', 'read_only', 'publish', 'delete', 'registration'] as const satisfies (keyof McpSettings)[];

@Injectable()
export class McpSettingsService {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly events: ContentEvents,
  ) {}

  async read(): Promise<McpSettings> {
    const stored = new Set((await this.options.text(OPTION)).split(','));
    const [enabled, readOnly, publish, mayDelete, registration] = NAMES.map((name) => stored.has(name));
    return {
      ...{ enabled: enabled!, read_only: readOnly!, publish: publish!, delete: mayDelete! },
      registration: registration!,
    };
  }

  async update(changes: Partial<McpSettings>, principal: Principal): Promise<McpSettings> {
    this.options.forget();
    const settings = { ...(await this.read()), ...changes };
    const changed = NAMES.filter((name) => changes[name] !== undefined);
    await this.database.transaction(async (tx) => {
      await this.options.set(tx, OPTION, NAMES.filter((name) => settings[name]).join(','));
      await this.events.emit(tx, 'settings.updated', principal, { settings: changed.map((name) => `mcp.${name}`) });
    });
    this.options.forget();
    return this.read();
  }
}
