import { expect, test } from '@jest/globals';
import { childLayoutClass, layoutClasses } from './layout.js';
import { containerRules } from './layout-rules.js';

const THEME = { padsRoot: false, gap: null, blockGaps: {} } as unknown as Parameters<typeof layoutClasses>[2];
/** The rules of a group with a layout, without their selector. */
const rulesOf = (layout: Record<string, unknown>, spacing?: Record<string, unknown>) => {
  const classes = layoutClasses('group', { layout, ...(spacing && { style: { spacing } }) }, THEME);
  return containerRules(classes).replaceAll(/(?:\.wp-container-[\w-]+)+/g, '');
};

test.each<[Record<string, unknown>, string]>([
  [{ type: 'grid', columnCount: 3 }, '{grid-template-columns:repeat(3,minmax(0,1fr))}'],
  [
    { type: 'grid', minimumColumnWidth: '9rem' },
    '{grid-template-columns:repeat(auto-fill,minmax(min(9rem,100%),1fr))}',
  ],
  [{ type: 'flex', flexWrap: 'nowrap', justifyContent: 'right' }, '{flex-wrap:nowrap;justify-content:flex-end}'],
  [{ type: 'flex', orientation: 'vertical', justifyContent: 'center' }, '{flex-direction:column;align-items:center}'],
  [
    { type: 'constrained', contentSize: '300px', wideSize: '50%' },
    ' > :where(:not(.alignleft,.alignright,.alignfull)){max-width:300px} > .alignwide{max-width:50%}',
  ],
  [{ type: 'constrained', contentSize: '1px}body{display:none' }, ''],
])('%j', (layout, rules) => {
  expect(rulesOf(layout)).toBe(rules);
});

test('gaps may be presets, and differ for rows and columns', () => {
  const gap = { top: 'var:preset|spacing|30', left: '2em' };
  expect(rulesOf({ type: 'flex' }, { blockGap: gap })).toBe('{gap:var(--wp--preset--spacing--30) 2em}');
  const named = { blockGap: 'var:preset|spacing|2xlGrün' };
  expect(rulesOf({ type: 'flex' }, named)).toBe('{gap:var(--wp--preset--spacing--2-xl-grün)}');
  expect(rulesOf({ type: 'constrained' }, { blockGap: '10px' })).toBe(
    ' > *{margin-block:10px 0} > :first-child{margin-block-start:0}',
  );
});

test.each<[Record<string, unknown>, Record<string, unknown>, string]>([
  [{ selfStretch: 'fill' }, {}, '{flex-grow:1}'],
  [{ selfStretch: 'fixed', flexSize: '200px' }, {}, '{flex-basis:200px}'],
  [{ columnSpan: 2, rowStart: 1 }, { columnCount: 3 }, '{grid-column:span 2;grid-row:1}'],
  [{ columnStart: 2, columnSpan: 2 }, {}, '{grid-column:2/span 2}@media (max-width:37rem){{grid-column:1/-1}}'],
])('the place %j in %j', (place, around, rules) => {
  const name = childLayoutClass({ style: { layout: place } }, { layout: around });
  expect(containerRules([name!]).replaceAll(/(?:\.wp-container-[\w-]+)+/g, '')).toBe(rules);
});

test('classes of no known block have no rules', () => {
  expect(containerRules(['wp-container-core-group-is-layout-00000000', 'is-layout-flex'])).toBe('');
});
