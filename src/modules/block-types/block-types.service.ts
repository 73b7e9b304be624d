import { Injectable } from '@nestjs/common';
import { type BlockDeclaration } from '../../content-model/block-declarations.js';
import { ContentModel } from '../../content-model/content-model.js';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type BlockTypeData, CORE_BLOCK_TYPES } from '../../rendering/blocks/block-type.js';

/** The kinds of blocks that editors can use: those of WordPress itself, or all that the WordPress alongside registers, and those of modules. */
@Injectable()
export class BlockTypesService {
  private readonly declared: readonly BlockTypeData[];
  private readonly byName: ReadonlyMap<string, BlockTypeData>;

  constructor(
    private readonly files: ImportedFilesService,
    { blocks }: ContentModel,
  ) {
    this.declared = blocks.map(blockType);
    this.byName = new Map([...CORE_BLOCK_TYPES, ...this.declared].map((type) => [type.name, type]));
  }

  /** A block type of WordPress itself, or of a module. */
  find(name: string): BlockTypeData | undefined {
    return this.byName.get(name);
  }

  async all({ site }: Pick<RequestContext, 'site'>): Promise<readonly BlockTypeData[]> {
    const imported = await this.files.read('block_types', site.option('stylesheet'));
    const types = (imported as readonly BlockTypeData[] | undefined) ?? CORE_BLOCK_TYPES;
    return this.declared.length > 0 ? [...types, ...this.declared] : types;
  }
}

/** As a WordPress would register it. */
export function blockType({
  name,
  title,
  description,
  icon,
  category,
  keywords,
  attributes = {},
}: BlockDeclaration): BlockTypeData {
  const own = Object.entries(attributes).map(([key, schema]) => {
    const { type, enum: values, minimum, maximum, default: standard } = schema;
    return [key, defined({ type, enum: values, minimum, maximum, default: standard })] as const;
  });
  return {
    name,
    title,
    attributes: { ...Object.fromEntries(own), lock: { type: 'object' }, metadata: { type: 'object' } },
    is_dynamic: true,
    api_version: 3,
    category: category ?? 'widgets',
    ...defined({ description, icon, keywords }),
    supports: { html: false, className: false, customClassName: false },
  };
}

const defined = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
