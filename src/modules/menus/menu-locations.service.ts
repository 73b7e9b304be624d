import { Injectable } from '@nestjs/common';
import { asList } from '../../text/php/php-values.js';
import { type ArgCheck, ArgIssue } from '../../rest/args/schema.js';
import { MenuSettingsStore } from './menu-settings.store.js';

export interface MenuLocation {
  readonly name: string;
  readonly description: string;
  /** ID of the menu; 0 if none is assigned. */
  readonly menu: number;
}

/** Menu locations of the theme, which themes register in PHP, and the menus assigned to them. */
@Injectable()
export class MenuLocationsService {
  /** Descriptions by name. */
  readonly all: ReadonlyMap<string, string>;

  constructor(private readonly settings: MenuSettingsStore) {
    this.all = settings.registered;
  }

  /** By name. */
  async list(): Promise<ReadonlyMap<string, MenuLocation>> {
    const { locations: assigned } = await this.settings.load();
    return new Map(
      [...this.all].map(([name, description]) => [name, { name, description, menu: assigned.get(name) ?? 0 }]),
    );
  }
}

/** Menus can only be assigned to known locations. */
@Injectable()
export class MenuLocationsValidator implements ArgCheck {
  constructor(private readonly locations: MenuLocationsService) {}

  async check(value: unknown, name: string): Promise<ArgIssue | undefined> {
    const list = asList(typeof value === 'string' ? value.split(/[\s,]+/) : value);
    if (!list) return new ArgIssue(`${name} is not of type array.`);
    const unknown = list.find((location) => typeof location !== 'string' || !this.locations.all.has(location));
    return unknown === undefined
      ? undefined
      : new ArgIssue('Invalid menu location.', 'rest_invalid_menu_location', { location: unknown });
  }
}
