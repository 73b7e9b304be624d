import { describe, expect, test } from '@jest/globals';
import { type RenderAttachment } from '../../rendering/index.js';
import { galleryIds, withFocalPoints } from './focal-points.js';

const quay: RenderAttachment = {
  ...{
    id: 7,
    url: 'https://site.test/uploads/quay.jpg',
    link: '',
    title: '',
    caption: '',
    alt: '',
    mime: 'image/jpeg',
  },
  ...{ menuOrder: 0, date: '' },
  image: {
    ...{ width: 900, height: 600, file: 'quay.jpg' },
    sizes: new Map([['medium', { file: 'quay-300x200.jpg', width: 300, height: 200, mime: 'image/jpeg' }]]),
  },
  focalPoint: { x: 0.2, y: 1 / 3 },
};
const shown = (content: string) => withFocalPoints(content, [quay]);

describe('focal points of images', () => {
  test('are added to images that are known by their class or their file', () => {
    expect(shown('<p><img class="wp-image-7" src="x.jpg" /></p>')).toBe(
      '<p><img style="object-position:20% 33.3%" class="wp-image-7" src="x.jpg" /></p>',
    );
    expect(shown("<img src='https://site.test/uploads/quay-300x200.jpg?v=1'>")).toContain('object-position:20% 33.3%');
  });

  test('join other styles, and leave a position that the content has', () => {
    expect(shown('<img class="wp-image-7" style="width:5px;" />')).toBe(
      '<img class="wp-image-7" style="width:5px;object-position:20% 33.3%" />',
    );
    const own = '<img class="wp-image-7" style="object-position:1% 2%" />';
    expect(shown(own)).toBe(own);
  });

  test('do not change other images', () => {
    const others = '<img class="wp-image-77" src="https://site.test/uploads/other.jpg"><img src="">';
    expect(shown(others)).toBe(others);
    const { focalPoint: _none, ...centred } = quay;
    expect(withFocalPoints('<img class="wp-image-7">', [centred])).toBe('<img class="wp-image-7">');
  });

  test('the IDs of galleries are read from their shortcodes', () => {
    expect(galleryIds('[gallery size="medium" ids="3,7"] x [gallery] [gallery include=5]')).toEqual([3, 7, 5]);
  });
});
