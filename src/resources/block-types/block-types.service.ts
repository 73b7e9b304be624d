import { Injectable } from '@nestjs/common';
import { type BlockTypeData } from './block-type.js';
import { CORE_BLOCK_TYPES } from './core-block-types.js';

/** The kinds of blocks that editors can use: those of WordPress itself. Others are known to the PHP that brings them. */
@Injectable()
export class BlockTypesService {
  readonly all: readonly BlockTypeData[] = CORE_BLOCK_TYPES;
  private readonly byName: ReadonlyMap<string, BlockTypeData> = new Map(this.all.map((type) => [type.name, type]));

  find(name: string): BlockTypeData | undefined {
    return this.byName.get(name);
  }
}
