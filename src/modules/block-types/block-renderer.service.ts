import { Injectable } from '@nestjs/common';
import { serializeBlock } from '../../rendering/blocks/filter-blocks.js';
import { type Entry } from '../entries/model/entry.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { EntryRenderer } from '../entries/read/rendering/entry-renderer.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { EditorBlocksService } from './editor-blocks.service.js';
import { BlockTypesService } from './block-types.service.js';

const unknownBlock = () => new RestError('block_invalid', 'The server does not render blocks of this type.', 404);

/** Renders single blocks for editors, which cannot render them on their own. */
@Injectable()
export class BlockRendererService {
  private readonly posts = new RequestLoader((id: number) => this.entries.byId(id, { content: false }));

  constructor(
    private readonly types: BlockTypesService,
    private readonly entries: EntriesStore,
    private readonly renderer: EntryRenderer,
    private readonly editorBlocks: EditorBlocksService,
  ) {}

  async find(ctx: RequestContext, id: number): Promise<Entry | undefined> {
    return id > 0 ? this.posts.of(ctx, id) : undefined;
  }

  /** The block as it is shown in a post, or outside of posts. */
  async render(
    ctx: RequestContext,
    name: string,
    attributes: Readonly<Record<string, unknown>>,
    postId: number,
  ): Promise<string> {
    if (!this.types.find(name)?.is_dynamic) throw unknownBlock();
    const post = await this.find(ctx, postId);
    const special = this.editorBlocks.render(ctx, name, attributes, post);
    if (special) return special;
    const { id, type } = post ?? { id: 0, type: '' };
    const block = { id, type, content: serializeBlock(name, attributes, '') };
    return (await this.renderer.page(ctx.site, [block], { response: ctx.request })).blocks(block);
  }
}
