import { Injectable } from '@nestjs/common';
import { OptionsStore } from '../../database/options.store.js';
import { NetworkStore } from '../../site/network.store.js';
import { type Site } from '../../site/site.js';
import { type JsonRecord, textOf } from '../../text/json-values.js';
import { PhpArray, toText } from '../../text/php/index.js';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';

export interface Plugin {
  /** File of the plugin without its extension: `akismet/akismet`. */
  readonly file: string;
  readonly isActive: boolean;
  /** Active on all sites of the network. */
  readonly isNetworkActive?: boolean;
  /** The header of its main file, as far as it was imported from WordPress. */
  readonly described: JsonRecord;
}

/** The active plugins of the WordPress on the same database, and other installed ones as far as WordPress described them. */
@Injectable()
export class PluginsService {
  constructor(
    private readonly options: OptionsStore,
    private readonly files: ImportedFilesService,
    private readonly networks: NetworkStore,
  ) {}

  async installed(site: Site): Promise<Plugin[]> {
    const ofNetwork = new Set(stems((await this.networks.rules())?.plugins ?? []));
    const active = new Set([...(await this.active()), ...ofNetwork]);
    const imported = (await this.files.read('plugins', site.option('stylesheet'))) ?? [];
    const described = new Map(imported.map((plugin) => [textOf(plugin.plugin), plugin]));
    const added = [...active].filter((file) => !described.has(file));
    return [...described.keys(), ...added].map((file) => ({
      file,
      isActive: active.has(file),
      isNetworkActive: ofNetwork.has(file),
      described: described.get(file) ?? {},
    }));
  }

  /** Files of the active plugins, without their extension. */
  private async active(): Promise<string[]> {
    const stored = await this.options.get('active_plugins');
    const files = stored instanceof PhpArray ? [...stored.values()].map((file) => toText(file)) : [];
    return stems(files);
  }
}

function stems(files: readonly string[]): string[] {
  return files.filter((file) => file.endsWith('.php')).map((file) => file.slice(0, -'.php'.length));
}
