import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { asList } from '../../text/php-values.js';
import { type ArgCheck, ArgIssue } from '../../rest/args/schema.js';

/** Menu locations of the theme with an assigned menu, by name. Themes register them in PHP. */
@Injectable()
export class MenuLocationsService {
  readonly all: ReadonlyMap<string, string>;

  constructor(@Inject(CONFIG) { menuLocations }: Config) {
    this.all = new Map(
      menuLocations.map((entry) => {
        const [name = '', description = name] = entry.split('=', 2).map((part) => part.trim());
        return [name, description];
      }),
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
