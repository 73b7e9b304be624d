import { expect, test } from '@jest/globals';
import { testContext } from '../../../../test/support/rendering/context.js';
import { runShortcodes } from '../run.js';

const TIED = testContext({ theme: { html5: false, contentWidth: 0, tiesCaptions: true } });
const caption = (attributes: string): string => `[caption ${attributes} width="10"]<img src="x.jpg"> t[/caption]`;

test.each([
  ['id="attachment_5"', 'id="attachment_5" ', 'caption-attachment-5'],
  ['id="a b_c" caption_id="z y"', 'id="ab_c" ', 'zy'],
  ['caption_id="z_y"', '', 'z_y'],
])('a caption with %s and its picture name each other', (attributes, id, captionId) => {
  expect(runShortcodes(caption(attributes), TIED)).toBe(
    `<div ${id}style="width: 20px" class="wp-caption alignnone"><img aria-describedby="${captionId}" src="x.jpg">` +
      `<p id="${captionId}" class="wp-caption-text">t</p></div>`,
  );
});

test('not without an id, nor on older sites', () => {
  expect(runShortcodes(caption(''), TIED)).not.toMatch(/aria|id="caption/);
  expect(runShortcodes(caption('id="!"'), TIED)).not.toMatch(/aria|id="caption/);
  expect(runShortcodes(caption('id="attachment_5"'), testContext())).not.toMatch(/aria|id="caption/);
});
