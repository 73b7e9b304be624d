import { Injectable } from '@nestjs/common';
import { type Site } from '../../site/site.js';
import { textOf } from '../../text/json-values.js';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { type Sidebar } from './sidebars.fields.js';
import { unknownSidebar } from './widgets.errors.js';
import { INACTIVE_WIDGETS, WidgetsStore } from './widgets.store.js';

/** Sidebars that the theme registers, where WordPress described them, and stored ones. */
@Injectable()
export class SidebarsService {
  constructor(
    private readonly widgets: WidgetsStore,
    private readonly files: ImportedFilesService,
  ) {}

  async list(site: Site): Promise<Sidebar[]> {
    const imported = await this.files.read('sidebars', site.option('stylesheet'));
    const registered = new Map(imported?.map((sidebar) => [textOf(sidebar.id), sidebar]));
    const stored = await this.widgets.sidebars();
    const ids = new Set([...stored.keys(), ...registered.keys()]);
    return [...ids].map((id) => {
      const { status, ...described } = registered.get(id) ?? {};
      const isActive = imported ? status === 'active' : id !== INACTIVE_WIDGETS;
      const isRegistered = id !== INACTIVE_WIDGETS && (!imported || registered.has(id));
      return { id, widgets: stored.get(id) ?? [], registered: described, isActive, isRegistered };
    });
  }

  async find(site: Site, id: string): Promise<Sidebar> {
    const sidebar = (await this.list(site)).find((candidate) => candidate.id === id);
    if (!sidebar) throw unknownSidebar();
    return sidebar;
  }

  /** Places these widgets in the sidebar, in this order; undefined leaves it as it is. */
  async update(site: Site, id: string, widgets: readonly string[] | undefined): Promise<Sidebar> {
    await this.find(site, id);
    const placed = widgets && (await this.widgets.arrange(id, [...new Set(widgets)]));
    const sidebar = await this.find(site, id);
    return placed ? { ...sidebar, widgets: placed } : sidebar;
  }
}
