// Writes src/rendering/blocks/core-block-types.json from what a WordPress answers to
// GET /wp/v2/block-types (on standard input). Sentences, examples and what themes add are left out.
//   curl -u USER:PASSWORD https://example.org/wp-json/wp/v2/block-types | node tools/generate-block-types.mjs
import './usage.mjs';
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const FILE = new URL('../src/rendering/blocks/core-block-types.json', import.meta.url);

/** Members that are stored where they differ from these values. */
const DEFAULTS = {
  is_dynamic: false,
  api_version: 3,
  icon: null,
  category: null,
  keywords: [],
  parent: null,
  ancestor: null,
  allowed_blocks: null,
  provides_context: [],
  uses_context: [],
  selectors: [],
  supports: [],
  styles: [],
  view_script_module_ids: [],
};

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Styles of a theme come without a default among them, or with CSS of their own. */
const ownStyles = (styles) => (styles.some(({ isDefault }) => isDefault) ? styles : []);

function stored(block) {
  const differing = Object.entries(DEFAULTS).flatMap(([member, value]) => {
    const own = member === 'styles' ? ownStyles(block.styles) : block[member];
    return isSame(own, value) ? [] : [[member, own]];
  });
  const { name, title, attributes } = block;
  return { name, title, attributes, ...Object.fromEntries(differing) };
}

const blocks = JSON.parse(await text(process.stdin)).filter(({ name }) => name.startsWith('core/'));
const lines = blocks.map((block) => `  ${JSON.stringify(stored(block))}`);
writeFileSync(FILE, `[\n${lines.join(',\n')}\n]\n`);
