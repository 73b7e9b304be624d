import { expect, test } from '@jest/globals';
import { childLayoutClass, layoutClasses } from './layout.js';

const THEME = {
  gap: '1.2rem',
  blockGaps: {
    columns: 'var(--wp--preset--spacing--50)',
    buttons: '16px',
    quote: 'var(--wp--preset--spacing--30)',
  },
  padsRoot: true,
};

test.each([
  ['group', {}, 'is-layout-flow wp-block-group-is-layout-flow'],
  [
    'group',
    { layout: { type: 'constrained' } },
    'has-global-padding is-layout-constrained wp-block-group-is-layout-constrained',
  ],
  [
    'group',
    { layout: { type: 'grid', columnCount: 3 } },
    'is-layout-grid wp-container-core-group-is-layout-7e964c02 wp-block-group-is-layout-grid',
  ],
  [
    'group',
    { style: { spacing: { blockGap: '10px' } } },
    'is-layout-flow wp-container-core-group-is-layout-036b0b43 wp-block-group-is-layout-flow',
  ],
  ['columns', {}, 'is-layout-flex wp-container-core-columns-is-layout-794e3cfa wp-block-columns-is-layout-flex'],
  [
    'buttons',
    { layout: { type: 'flex', justifyContent: 'center' } },
    'is-content-justification-center is-layout-flex wp-container-core-buttons-is-layout-35f06ea7 wp-block-buttons-is-layout-flex',
  ],
  [
    'group',
    { layout: { contentSize: '600px' } },
    'has-global-padding is-layout-constrained wp-container-core-group-is-layout-7401fcb7 wp-block-group-is-layout-constrained',
  ],
  [
    'quote',
    { layout: { type: 'grid', columnCount: 3 } },
    'is-layout-grid wp-container-core-quote-is-layout-6a662b0d wp-block-quote-is-layout-grid',
  ],
  ['group', { style: { spacing: { blockGap: { left: '2px' } } } }, 'is-layout-flow wp-block-group-is-layout-flow'],
  ['group', { style: { spacing: { blockGap: 'calc(1px)' } } }, 'is-layout-flow wp-block-group-is-layout-flow'],
  [
    'group',
    { layout: { type: 'flex', justifyContent: 'stretch' } },
    'is-content-justification-stretch is-layout-flex wp-block-group-is-layout-flex',
  ],
  ['group', { layout: { type: 'other' } }, 'wp-block-group-'],
  ['gallery', {}, 'is-layout-flex wp-block-gallery-is-layout-flex'],
  ['paragraph', { layout: { type: 'flex' } }, ''],
])('%s with %j', (name, attributes, classes) => {
  expect(layoutClasses(name, attributes, THEME).join(' ')).toBe(classes);
});

test('a block has the classes for its place in the surrounding layout', () => {
  expect(childLayoutClass({ style: { layout: { columnSpan: 2 } } }, { layout: { type: 'grid', columnCount: 2 } })).toBe(
    'wp-container-content-b5c64c31',
  );
  expect(childLayoutClass({ style: { layout: { selfStretch: 'fixed', flexSize: '200px' } } }, {})).toBe(
    'wp-container-content-b04ba3db',
  );
  const grid = { type: 'grid', minimumColumnWidth: '300px', columnCount: 3 };
  expect(childLayoutClass({ style: { layout: { columnSpan: 2 } } }, { layout: grid })).toBe(
    'wp-container-content-27a49d85',
  );
  expect(childLayoutClass({}, {})).toBeUndefined();
  expect(childLayoutClass({ style: { layout: { selfStretch: 'fit' } } }, {})).toBeUndefined();
  expect(childLayoutClass({ style: { layout: { selfStretch: 'fixed' } } }, {})).toBeUndefined();
});
