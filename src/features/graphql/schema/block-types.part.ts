import { type BlockTypeData } from '../../../rendering/blocks/index.js';
import { entryTermsConnection } from '../connections/term-connection.js';
import { type GraphContent } from '../model/names.js';
import { type EntryNode } from '../nodes/entry-node.js';
import { MediaNode } from '../nodes/file-node.js';
import { entryNode } from '../nodes/find-nodes.js';
import { TaxonomyNode } from '../nodes/type-nodes.js';
import { edgeTo } from './entry-types.part.js';
import { type SchemaText } from './schema-text.js';
import { attributeFields, blockTypeName, objectType, withRendered } from '../blocks/block-fields.js';
import { type BlockKind, type BlockNode, editorBlocks } from '../blocks/block-node.js';

const BLOCK = `
  apiVersion: Int
  blockEditorCategoryName: String
  clientId: String
  cssClassNames: [String]
  innerBlocks: [EditorBlock]
  isDynamic: Boolean!
  name: String
  parentClientId: String
  renderedHtml: String
  type: String`;

const ANCHOR = 'BlockWithSupportsAnchor';

/** The blocks of contents as data: an interface, a type for each kind of block, and one for its attributes. */
export function blockTypes(text: SchemaText, content: GraphContent, registered: readonly BlockTypeData[]): void {
  const types = content.types.filter(
    ({ definition }) =>
      definition.supports.includes('editor') && definition.restBase !== undefined && definition.name !== 'attachment',
  );
  text.define(`
    scalar BlockAttributesArray
    scalar BlockAttributesObject
    interface ${ANCHOR} { anchor: String }
    interface EditorBlock { ${BLOCK} }
    interface NodeWithEditorBlocks`);
  for (const { type } of types) {
    text.define(`
      interface ${type}EditorBlock implements EditorBlock { name: String }
      interface NodeWith${type}EditorBlocks implements NodeWithEditorBlocks { editorBlocks(flat: Boolean): [${type}EditorBlock] }`);
    text.implement(type, `NodeWith${type}EditorBlocks`);
  }
  const kinds = new Map<string, BlockKind>();
  const names = new Set<string>();
  for (const blockType of registered) {
    const typeName = blockTypeName(blockType.name);
    if (!/^[A-Za-z_]\w*$/.test(typeName) || names.has(typeName)) continue;
    names.add(typeName);
    const type = withRendered(blockType);
    const fields = attributeFields(`${typeName}Attributes`, type.attributes);
    const anchor = fields.some(({ field }) => field === 'anchor') ? [ANCHOR] : [];
    const interfaces = ['EditorBlock', ...types.map((owner) => `${owner.type}EditorBlock`), ...anchor];
    const attributes = fields.length > 0 ? `attributes: ${typeName}Attributes` : '';
    text.define(`type ${typeName} implements ${interfaces.join(' & ')} { name: String ${attributes} }`);
    if (fields.length > 0)
      text.define(objectType(`${typeName}Attributes`, fields, anchor.length > 0 ? `implements ${ANCHOR}` : ''));
    kinds.set(blockType.name, { typeName, type, fields });
  }
  text.field(
    'NodeWithEditorBlocks',
    'editorBlocks(flat: Boolean): [EditorBlock]',
    (node: EntryNode, { flat }: { flat?: boolean | null }, ctx) => editorBlocks(ctx, node, flat ?? true, kinds),
  );
  if (kinds.has('core/post-terms')) postTerms(text, content);
  if (kinds.has('core/image'))
    text.field('CoreImage', 'mediaDetails: MediaDetails', async ({ stored }: BlockNode, _args, ctx) => {
      const file = await entryNode(ctx, Number(stored.id) || 0);
      return file instanceof MediaNode ? file.mediaDetails() : null;
    });
}

/** The block that lists the terms of its entry is connected with them. */
function postTerms(text: SchemaText, content: GraphContent): void {
  const from = 'CorePostTerms';
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  const taxonomyOf = ({ stored: { term } }: BlockNode) => (typeof term === 'string' ? term : '');
  text.field(from, 'prefix: String', ({ stored }: BlockNode) => textOf(stored.prefix));
  text.field(from, 'suffix: String', ({ stored }: BlockNode) => textOf(stored.suffix));
  text.oneToOne({
    from,
    field: 'taxonomy',
    to: 'Taxonomy',
    resolve: (block: BlockNode, _args, ctx) => {
      const taxonomy = content.taxonomy(taxonomyOf(block));
      return taxonomy ? edgeTo(new TaxonomyNode(ctx, taxonomy)) : null;
    },
  });
  text.connection({
    from,
    field: 'terms',
    to: 'TermNode',
    resolve: (block: BlockNode, args, ctx) => entryTermsConnection(ctx, block.entryId, args, [taxonomyOf(block)]),
  });
}
