import { expect, test } from '@jest/globals';
import { type BlockAttributes } from '../block.js';
import { wrapperAttributes } from './wrapper.js';

function wrapper(name: string, attributes: BlockAttributes): string {
  return wrapperAttributes({ name, attributes });
}

test.each<[string, BlockAttributes, string]>([
  [
    'declarations are separated, not terminated',
    { style: { color: { text: '#fff', background: '#000' } } },
    'style="color:#fff;background-color:#000" class="wp-block-post-title has-text-color has-background"',
  ],
  [
    'the colour of the theme wins over one of its own',
    { textColor: 'base', style: { color: { text: '#fff' } } },
    'class="wp-block-post-title has-text-color has-base-color"',
  ],
  [
    'references to colours and font sizes of the theme are classes',
    { style: { color: { text: 'var:preset|color|accent-1' }, typography: { fontSize: 'var:preset|font-size|large' } } },
    'class="wp-block-post-title has-text-color has-accent-1-color has-large-font-size"',
  ],
  [
    'corners and sides of borders have their own declarations',
    { style: { border: { radius: { topLeft: '3px' }, top: { color: 'red', width: '1px' } } } },
    'style="border-top-left-radius:3px;border-top-width:1px;border-top-color:red" class="wp-block-post-title"',
  ],
  [
    'numbers are pixels for borders and ignored elsewhere',
    { style: { border: { radius: 5 }, spacing: { padding: { top: 5 } } } },
    'style="border-radius:5px" class="wp-block-post-title"',
  ],
  ['an unknown alignment is ignored', { align: 'none' }, 'class="wp-block-post-title"'],
  [
    'what the block does not support is ignored',
    { style: { dimensions: { minHeight: '5px' } } },
    'class="wp-block-post-title"',
  ],
])('%s', (_, attributes, expected) => {
  expect(wrapper('post-title', attributes)).toBe(expected);
});

test('each block has supports of its own', () => {
  const attributes = { align: 'wide', textColor: 'base', fontSize: 'large' };
  expect(wrapper('page-list', attributes)).toBe(
    'class="wp-block-page-list has-text-color has-base-color has-large-font-size"',
  );
  expect(wrapper('tag-cloud', attributes)).toBe('class="alignwide wp-block-tag-cloud"');
});
