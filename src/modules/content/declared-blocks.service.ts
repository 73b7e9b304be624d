import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  blockAttributes,
  type BlockContext,
  type BlockDeclaration,
  type RenderedBlock,
} from '../../content-model/block-declarations.js';
import { ContentModel } from '../../content-model/content-model.js';
import { Database } from '../../database/database.js';
import { ShortcodeRegistry } from '../../rendering/index.js';
import { ContentService } from './content.service.js';

/** Renders the blocks that modules declare: their HTML is loaded before a page is rendered. */
@Injectable()
export class DeclaredBlocksService implements OnModuleInit {
  /** Set while a block reads entries, whose contents may have the same block. */
  private readonly rendering = new AsyncLocalStorage<true>();

  constructor(
    private readonly model: ContentModel,
    private readonly shortcodes: ShortcodeRegistry,
    private readonly content: ContentService,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    for (const block of this.model.blocks)
      this.shortcodes.registerBlock(block.name, {
        key: (saved, entry) =>
          JSON.stringify({ attributes: blockAttributes(block, saved), ...(block.usesEntry && { entry }) }),
        load: async (keys) =>
          this.rendering.getStore() ? new Map() : this.rendering.run(true, () => this.load(block, keys)),
      });
  }

  private async load(block: BlockDeclaration, keys: readonly string[]): Promise<Map<string, string>> {
    const content = this.content.asAnonymous();
    const html = await block.render(
      keys.map((key) => JSON.parse(key) as RenderedBlock),
      { entries: (type) => content.of(type) as ReturnType<BlockContext['entries']>, database: this.database },
    );
    if (!Array.isArray(html) || html.length !== keys.length || html.some((text) => typeof text !== 'string'))
      throw new TypeError(`Block "${block.name}": render must return one text for each of its ${keys.length} blocks.`);
    return new Map(keys.map((key, index) => [key, html[index] as string]));
  }
}
