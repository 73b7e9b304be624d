import { Injectable } from '@nestjs/common';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type BlockTypeData, CORE_BLOCK_TYPES } from '../../rendering/blocks/block-type.js';

/** The kinds of blocks that editors can use: those of WordPress itself, or all that the WordPress alongside registers. */
@Injectable()
export class BlockTypesService {
  private readonly byName: ReadonlyMap<string, BlockTypeData> = new Map(
    CORE_BLOCK_TYPES.map((type) => [type.name, type]),
  );

  constructor(private readonly files: ImportedFilesService) {}

  /** A block type of WordPress itself. */
  find(name: string): BlockTypeData | undefined {
    return this.byName.get(name);
  }

  async all({ site }: Pick<RequestContext, 'site'>): Promise<readonly BlockTypeData[]> {
    const imported = await this.files.read('block_types', site.option('stylesheet'));
    return (imported as readonly BlockTypeData[] | undefined) ?? CORE_BLOCK_TYPES;
  }
}
