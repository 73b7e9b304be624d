import { describe, expect, test } from '@jest/globals';
import { attachedFiles, firstImage, galleryOf } from './images.js';

describe('the first image of a content', () => {
  test('is one with a URL that PHP takes', () => {
    const tag = (url: string) => `<img src="${url}" class="wp-image-7">`;
    expect(firstImage(`${tag('/relative.png')} ${tag('https://a.test/é.png')} ${tag('https://a.test/b c.png')}`)).toBe(
      undefined,
    );
    expect(firstImage(tag('https://a_b.test/x.png'))).toBe(undefined);
    expect(firstImage(`${tag('data:image/png;base64,AA')}${tag('http://a.test:81/%c3%a9.png?w=1')}`)).toEqual({
      url: 'http://a.test:81/%c3%a9.png?w=1',
      id: 7,
    });
  });
});

describe('the files that an image may belong to', () => {
  const uploads = 'http://a.test/wp-content/uploads';

  test('are those without a size, and the scaled one', () => {
    expect(attachedFiles(`${uploads}/2024/01/x-300x200.png`, uploads, false)).toEqual([
      '2024/01/x.png',
      '2024/01/x-scaled.png',
    ]);
    expect(attachedFiles('http://b.test/wp-content/uploads/x.png', uploads, false)).toEqual([]);
  });

  test('keep the size of types that the plugin does not name', () => {
    expect(attachedFiles(`${uploads}/x-300x200.webp`, uploads, true)[0]).toBe('x-300x200.webp');
    expect(attachedFiles(`${uploads}/x-300x200.jpeg`, uploads, false)[0]).toBe('x-300x200.jpeg');
    expect(attachedFiles(`${uploads}/x-300x200.jpeg`, uploads, true)[0]).toBe('x.jpeg');
  });
});

describe('the gallery of a content', () => {
  test('has images and a size', () => {
    expect(galleryOf('a [gallery ids="3, 4" size=medium] b')).toEqual({ ids: [3, 4], size: 'medium' });
    expect(galleryOf('[gallery]')).toEqual({ ids: [], size: 'thumbnail' });
  });

  test('is none if it is escaped', () => {
    expect(galleryOf('how to write [[gallery ids="3"]]')).toBe(undefined);
  });
});
