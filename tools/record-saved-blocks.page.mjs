import {
  __experimentalRegisterExperimentalCoreBlocks as registerExperiments,
  registerCoreBlocks,
} from '@wordpress/block-library';
import { createBlock, getBlockTypes, parse, serialize } from '@wordpress/blocks';
import { registerLegacyWidgetBlock, registerWidgetGroupBlock } from '@wordpress/widgets';

const HTML = 'Some <strong>bold</strong> text &amp; more';
const ADDRESSES = new Set(['src', 'href', 'poster', 'cite']);
/** Attributes of the delimiter that blocks need to save anything. */
const PLAIN = {
  url: '/uploads/a.jpg',
  label: 'A label',
  id: 7,
  mediaId: 7,
  mediaType: 'image',
  mediaUrl: '/uploads/a.jpg',
  service: 'wordpress',
  height: '40px',
  align: 'wide',
  providerNameSlug: 'example',
  type: 'rich',
  href: '/uploads/a.pdf',
  text: 'A text',
  ref: 5,
  slug: 'header',
  sizeSlug: 'large',
  level: 3,
};

/** A value for an attribute that the saved HTML has. */
function sourced({ source, type, attribute, query }) {
  if (source === 'query')
    return [1, 2].map(() => Object.fromEntries(Object.entries(query).map(([name, inner]) => [name, sourced(inner)])));
  if (source === 'tag') return 'td';
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return 3;
  if (source === 'attribute') return ADDRESSES.has(attribute) ? '/uploads/file.bin' : undefined;
  return source === 'text' || source === 'raw' ? 'A plain text' : HTML;
}

function attributesOf({ attributes }, isSourced) {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, declared]) => {
      const value = declared.source ? isSourced && sourced(declared) : PLAIN[name];
      const fits = declared.type !== 'string' || typeof value === 'string' || declared.source;
      const isAllowed = !declared.enum || declared.enum.includes(value);
      return value === undefined || value === false || !fits || !isAllowed ? [] : [[name, value]];
    }),
  );
}

/** Blocks that are only inside this one, or paragraphs. */
function childrenOf({ name }, types, depth = 0) {
  if (depth > 2) return [];
  const own = types.filter(({ parent }) => parent?.includes(name)).slice(0, 2);
  return own.length > 0
    ? own.map((type) => createBlock(type.name, attributesOf(type, true), childrenOf(type, types, depth + 1)))
    : [createBlock('core/paragraph', { content: HTML })];
}

/** Without what is undefined, and rich text as text. */
const plain = (value) => JSON.parse(JSON.stringify(value));

/** Texts that the editor reads again as the same block, of each type: with and without attributes and inner blocks. */
export function run(served) {
  globalThis.__experimentalEnableBlockExperiments = true;
  registerCoreBlocks();
  registerExperiments();
  registerLegacyWidgetBlock();
  registerWidgetGroupBlock();
  // Without those for what is in no block.
  const others = new Set(['core/freeform', 'core/missing']);
  const types = getBlockTypes().filter(({ name }) => served.includes(name) && !others.has(name));
  return types.flatMap((type) => {
    const texts = [false, true].flatMap((isSourced) =>
      [[], childrenOf(type, types)].flatMap((children) => {
        try {
          const text = serialize(createBlock(type.name, attributesOf(type, isSourced), children));
          // What an editor changes when it reads it is saved in its newest form.
          return [text, serialize(parse(text))];
        } catch {
          return [];
        }
      }),
    );
    return [...new Set(texts)].flatMap((text) => {
      const [block, ...others] = parse(text);
      if (block?.name !== type.name || !block.isValid || others.length > 0 || serialize([block]) !== text) return [];
      return [{ in: [text], out: plain(block.attributes), tag: type.name }];
    });
  });
}
