import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { PhpArray, type PhpInput, type PhpValue, serialize, toText, unserialize } from '../../text/php/index.js';
import { WIDGET_TYPES } from './widget-types.js';

export const INACTIVE_WIDGETS = 'wp_inactive_widgets';
const SIDEBARS = 'sidebars_widgets';
/** A key of the stored map that is not a sidebar. */
const VERSION = 'array_version';
const FIRST_NUMBER = 2;

export interface StoredWidget {
  /** Type and number: `block-2`. */
  readonly id: string;
  readonly base: string;
  readonly sidebar: string;
  /** What was entered into its form; undefined for types that WordPress itself does not have. */
  readonly settings?: PhpArray;
}

/** Ids of widgets by sidebar, in order. */
export type Sidebars = ReadonlyMap<string, readonly string[]>;

const optionOf = (base: string) => `widget_${base}`;

/** The type of a widget and its number among those of the type. */
export interface WidgetNumber {
  readonly base: string;
  readonly number: number;
}

/** The type and the number of a widget; an id without a number is a type of its own. */
export function partsOf(id: string): WidgetNumber {
  const [, base = id, number = '0'] = /^(.+)-(\d{1,9})$/.exec(id) ?? [];
  return { base, number: Number(number) };
}

/** Widgets and the sidebars they are in, which WordPress keeps in options. */
@Injectable()
export class WidgetsStore {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
  ) {}

  async sidebars(): Promise<Sidebars> {
    return readSidebars(await this.options.get(SIDEBARS));
  }

  /** Widgets of all sidebars. Those without settings are left out where their type should have some. */
  async widgets(): Promise<StoredWidget[]> {
    const placed = [...(await this.sidebars())].flatMap(([sidebar, ids]) => ids.map((id) => ({ sidebar, id })));
    const bases = [...new Set(placed.map(({ id }) => partsOf(id).base))].filter((base) => WIDGET_TYPES.has(base));
    const stored = bases.length > 0 ? await this.options.getMany(bases.map(optionOf)) : {};
    return placed.flatMap(({ sidebar, id }) => {
      const { base, number } = partsOf(id);
      if (!WIDGET_TYPES.has(base)) return [{ id, base, sidebar }];
      const instances = stored[optionOf(base)];
      const settings = instances instanceof PhpArray ? instances.get(number) : undefined;
      return settings instanceof PhpArray ? [{ id, base, sidebar, settings }] : [];
    });
  }

  /** Adds a widget at the end of a sidebar; returns its id. Without a number, it gets the next one. */
  create(
    { base, number: requested }: { base: string; number?: number },
    sidebar: string,
    settingsOf: (widget: WidgetNumber) => PhpInput,
  ): Promise<string> {
    return this.database.transaction(async (tx) => {
      const sidebars = readSidebars(await this.options.getForUpdate(tx, SIDEBARS));
      const used = [...sidebars.values()].flat().map(partsOf);
      const instances = await this.instances(tx, base);
      const numbers = [
        ...instances.keys(),
        ...used.filter((widget) => widget.base === base).map(({ number }) => number),
      ];
      const next = Math.max(FIRST_NUMBER - 1, ...numbers.map(Number).filter(Number.isInteger)) + 1;
      const number = requested ?? next;
      await this.saveInstances(tx, base, instances.set(number, toPhp(settingsOf({ base, number }))));
      const id = `${base}-${number}`;
      await this.place(tx, sidebars, id, sidebar);
      return id;
    });
  }

  /** Changes what is given: the settings, the sidebar, or both. */
  update(id: string, { settings, sidebar }: { settings?: PhpInput; sidebar?: string }): Promise<void> {
    const { base, number } = partsOf(id);
    return this.database.transaction(async (tx) => {
      const sidebars = readSidebars(await this.options.getForUpdate(tx, SIDEBARS));
      if (settings !== undefined)
        await this.saveInstances(tx, base, (await this.instances(tx, base)).set(number, toPhp(settings)));
      if (sidebar !== undefined && !sidebars.get(sidebar)?.includes(id)) await this.place(tx, sidebars, id, sidebar);
    });
  }

  /** For good. */
  delete(id: string): Promise<void> {
    const { base, number } = partsOf(id);
    return this.database.transaction(async (tx) => {
      const sidebars = readSidebars(await this.options.getForUpdate(tx, SIDEBARS));
      const instances = await this.instances(tx, base);
      if (instances.delete(number)) await this.saveInstances(tx, base, instances);
      await this.place(tx, sidebars, id, undefined);
    });
  }

  /** The widgets of a sidebar from now on; those that were in it before become inactive, and unknown ones are left out. */
  arrange(sidebar: string, requested: readonly string[]): Promise<readonly string[]> {
    return this.database.transaction(async (tx) => {
      const sidebars = withInactive(readSidebars(await this.options.getForUpdate(tx, SIDEBARS)));
      const placed = new Set([...sidebars.values()].flat());
      const ids: string[] = [];
      for (const id of requested) if (placed.has(id) || (await this.exists(tx, id))) ids.push(id);
      const left = (sidebars.get(sidebar) ?? []).filter((id) => !ids.includes(id));
      const others = [...sidebars].map(([name, held]): [string, readonly string[]] => {
        const remaining = held.filter((id) => !ids.includes(id));
        return [name, name === INACTIVE_WIDGETS && sidebar !== name ? [...remaining, ...left] : remaining];
      });
      const inactive = sidebar === INACTIVE_WIDGETS ? left : [];
      await this.saveSidebars(tx, new Map(others).set(sidebar, [...inactive, ...ids]));
      return ids;
    });
  }

  private async exists(tx: Transaction, id: string): Promise<boolean> {
    const { base, number } = partsOf(id);
    return WIDGET_TYPES.has(base) && (await this.instances(tx, base)).get(number) !== undefined;
  }

  private async instances(tx: Transaction, base: string): Promise<PhpArray> {
    const stored = await this.options.getForUpdate(tx, optionOf(base));
    return PhpArray.map(stored instanceof PhpArray ? stored : []);
  }

  /** The mark for types that can have several widgets stays last. */
  private async saveInstances(tx: Transaction, base: string, instances: PhpArray): Promise<void> {
    instances.delete('_multiwidget');
    await this.options.set(tx, optionOf(base), instances.set('_multiwidget', 1));
  }

  private async place(tx: Transaction, sidebars: Sidebars, id: string, to: string | undefined): Promise<void> {
    const changed = new Map([...sidebars].map(([name, ids]) => [name, ids.filter((other) => other !== id)]));
    if (to !== undefined) changed.set(to, [...(changed.get(to) ?? []), id]);
    await this.saveSidebars(tx, changed);
  }

  private async saveSidebars(tx: Transaction, sidebars: Sidebars): Promise<void> {
    const lists = [...sidebars].map(([name, ids]): [string, PhpValue] => [name, PhpArray.list(ids)]);
    await this.options.set(tx, SIDEBARS, PhpArray.map([...lists, [VERSION, 3]]));
  }
}

function readSidebars(option: PhpValue | undefined): Map<string, readonly string[]> {
  const sidebars = new Map<string, readonly string[]>();
  for (const [name, ids] of option instanceof PhpArray ? option : [])
    if (name !== VERSION && ids instanceof PhpArray)
      sidebars.set(
        String(name),
        [...ids.values()].map((id) => toText(id)),
      );
  return sidebars;
}

/** With a place for inactive widgets, which comes first if it is new. */
function withInactive(sidebars: Sidebars): Sidebars {
  return sidebars.has(INACTIVE_WIDGETS) ? sidebars : new Map([[INACTIVE_WIDGETS, []], ...sidebars]);
}

/** JSON as PHP values. */
const toPhp = (value: PhpInput): PhpValue => unserialize(serialize(value)) ?? new PhpArray();
