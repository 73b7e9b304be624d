import { FREEFORM, loadBlockJson, type BlockTypeData } from '../../../rendering/blocks/index.js';
import { type Entry } from '../../../modules/entries/index.js';
import { type GraphContext } from '../context/graph-context.js';
import { type EntryNode } from '../nodes/entry-node.js';
import { type AttributeField, fieldValues } from './block-fields.js';
import { type BlockSource, readBlockSources } from './read-blocks.js';

/** A kind of blocks that the schema has. */
export interface BlockKind {
  readonly typeName: string;
  readonly type: BlockTypeData;
  readonly fields: readonly AttributeField[];
}

/** By the name of the block. */
export type BlockKinds = ReadonlyMap<string, BlockKind>;

/** Name of blocks that are not registered. */
const MISSING = 'core/missing';
const ID = { type: 'string', source: 'attribute', selector: '*', attribute: 'id' } as const;

/** A block of an entry. */
export class BlockNode {
  readonly name: string;
  readonly innerBlocks: readonly BlockNode[];
  readonly parentClientId: string | null;
  /** Its attributes as its delimiter has them; links lead to where visitors read pages. */
  readonly stored: BlockSource['attributes'];
  private html?: Promise<string>;

  constructor(
    private readonly ctx: GraphContext,
    private readonly entry: Entry,
    private readonly source: BlockSource,
    private readonly kind: BlockKind,
    /** The entry with the place of the block, which stays the same until the content changes. */
    readonly clientId: string,
    kinds: BlockKinds,
    parent?: string,
  ) {
    this.name = source.name;
    this.stored = ctx.site.withPublicTexts(source.attributes);
    this.parentClientId = parent ?? null;
    this.innerBlocks = blockNodes(ctx, entry, source.inner, kinds, clientId);
  }

  get entryId(): number {
    return this.entry.id;
  }

  get __typename(): string {
    return this.kind.typeName;
  }

  get type(): string {
    return this.kind.typeName;
  }

  get apiVersion(): number {
    return this.kind.type.api_version ?? 3;
  }

  get blockEditorCategoryName(): string | null {
    return this.kind.type.category ?? null;
  }

  get isDynamic(): boolean {
    return this.kind.type.is_dynamic ?? false;
  }

  get cssClassNames(): string[] | null {
    const { className } = this.source.attributes;
    return typeof className === 'string' && className.trim() !== '' ? className.trim().split(/\s+/) : null;
  }

  renderedHtml = (): Promise<string> => {
    const { name, text } = this.source;
    return (this.html ??=
      name === FREEFORM ? Promise.resolve(this.ctx.site.withPublicLinks(text)) : this.ctx.blockHtml(this.entry, text));
  };

  /** Attributes that HTML has are read from the rendered one. */
  attributes = async (): Promise<Record<string, unknown>> => {
    const { type, fields } = this.kind;
    const isInHtml = fields.some(({ attribute }) => attribute.source !== undefined);
    const { readAttributes } = await loadBlockJson();
    const values = readAttributes(this.stored, type, isInHtml ? await this.renderedHtml() : '');
    const content = this.ctx.site.withPublicLinks(this.source.text);
    const missing = type.name === MISSING ? { originalName: this.name, originalContent: content } : {};
    return fieldValues(fields, { ...values, ...missing });
  };

  anchor = async (): Promise<string | null> => {
    const { anchor } = this.source.attributes;
    if (typeof anchor === 'string' && anchor !== '') return anchor;
    const { readAttributes } = await loadBlockJson();
    const { id } = readAttributes({}, { name: '', title: '', attributes: { id: ID } }, await this.renderedHtml());
    return typeof id === 'string' ? id : null;
  };
}

function blockNodes(
  ctx: GraphContext,
  entry: Entry,
  sources: readonly BlockSource[],
  kinds: BlockKinds,
  parent?: string,
): BlockNode[] {
  return sources.flatMap((source, at) => {
    const kind = kinds.get(source.name) ?? kinds.get(MISSING);
    return kind ? new BlockNode(ctx, entry, source, kind, `${parent ?? `block-${entry.id}`}-${at}`, kinds, parent) : [];
  });
}

/** The blocks of an entry, with those inside them where they are asked for as one list. */
export async function editorBlocks(
  ctx: GraphContext,
  node: EntryNode,
  isFlat: boolean,
  kinds: BlockKinds,
): Promise<BlockNode[]> {
  const entry = await node.written();
  if (!entry?.content) return [];
  const blocks = ctx.once(`blocks:${node.databaseId}`, () =>
    blockNodes(ctx, entry, readBlockSources(entry.content!), kinds),
  );
  return isFlat ? blocks.flatMap(withInner) : blocks;
}

const withInner = (block: BlockNode): BlockNode[] => [block, ...block.innerBlocks.flatMap(withInner)];
