import { type ImageMetadata, type RenderAttachment } from '../../../src/rendering/render-context.js';

const FOLDER = 'http://site.example/wp-content/uploads/2018/02/';

export function imageMetadata(
  file: string,
  [width, height]: [number, number],
  sizes: Record<string, [number, number]>,
): ImageMetadata {
  const dot = file.lastIndexOf('.');
  const mime = file.endsWith('.gif') ? 'image/gif' : 'image/jpeg';
  return {
    width,
    height,
    file: `2018/02/${file}`,
    sizes: new Map(
      Object.entries(sizes).map(([name, [w, h]]) => {
        return [name, { file: `${file.slice(0, dot)}-${w}x${h}${file.slice(dot)}`, width: w, height: h, mime }];
      }),
    ),
  };
}

export function attachment(id: number, file: string, changes: Partial<RenderAttachment> = {}): RenderAttachment {
  return {
    id,
    url: FOLDER + file,
    link: `http://site.example/${file}/`,
    title: file,
    caption: '',
    alt: '',
    mime: 'image/jpeg',
    menuOrder: 0,
    date: '2018-02-01 10:00:00',
    ...changes,
  };
}

/** A landscape picture with the usual sizes. */
export const LANDSCAPE = attachment(301, 'landscape.jpg', {
  alt: 'A landscape',
  caption: 'Caption of <b>landscape</b>',
  image: imageMetadata('landscape.jpg', [1200, 800], {
    thumbnail: [150, 150],
    medium: [300, 200],
    medium_large: [768, 512],
    large: [1024, 683],
    avatar: [100, 100],
  }),
});

export const SMALL = attachment(302, 'small.png', {
  mime: 'image/png',
  image: imageMetadata('small.png', [120, 90], { avatar: [100, 90] }),
});

export const ANIMATION = attachment(303, 'anim.gif', {
  mime: 'image/gif',
  image: imageMetadata('anim.gif', [400, 300], { thumbnail: [150, 150], medium: [300, 225] }),
});
