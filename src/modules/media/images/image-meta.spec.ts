import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import sharp, { type Exif } from 'sharp';
import { imageMeta, NO_IMAGE_META, readIptc } from './image-meta.js';

async function exif(tags: Exif): Promise<Buffer> {
  const image = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .jpeg()
    .withExif(tags)
    .toBuffer();
  return (await sharp(image).metadata()).exif!;
}

function entry(number: number, text: string): Buffer {
  const value = Buffer.from(text);
  const head = Buffer.from([0x1c, 2, number, 0, 0]);
  head.writeUInt16BE(value.length, 3);
  return Buffer.concat([head, value]);
}

/** The block as an image editor wraps it. */
function resource(...entries: Buffer[]): Buffer {
  const records = Buffer.concat(entries);
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(records.length, head.length - 4);
  return Buffer.concat([head, records]);
}

describe('what is written in an image', () => {
  test('nothing', () => {
    expect(imageMeta({})).toEqual(NO_IMAGE_META);
  });

  test('by a camera', async () => {
    const block = await exif({
      IFD0: { ImageDescription: 'A short one', Artist: 'Ann', Copyright: '(c) Ann', Model: ' Cam 5 ' },
      IFD2: {
        FNumber: '28/10',
        FocalLength: '35/1',
        ISOSpeedRatings: '200',
        ExposureTime: '10/3',
        DateTimeDigitized: '2018:02:03 04:05:06',
      },
    });
    expect(imageMeta({ exif: block })).toMatchObject({
      aperture: '2.8',
      credit: 'Ann',
      camera: 'Cam 5',
      caption: 'A short one',
      created_timestamp: '1517630706',
      copyright: '(c) Ann',
      focal_length: '35',
      iso: '200',
      shutter_speed: '3.3333333333333',
      title: 'A short one',
    });
  });

  test('a long description is no title, and scripts are no text', async () => {
    const { title, caption, credit } = imageMeta({
      exif: await exif({ IFD0: { ImageDescription: 'L'.repeat(80), Artist: 'B <b>C</b><script>x</script>' } }),
    });
    expect({ title, caption: caption.length, credit }).toEqual({ title: '', caption: 80, credit: 'B <b>C</b>x' });
  });

  test('by an editor, who knows better than the camera', async () => {
    const iptc = resource(
      entry(105, 'Größe'),
      entry(5, 'Object'),
      entry(25, 'one'),
      entry(25, 'two'),
      entry(55, '20180203'),
      entry(60, '040506-0500'),
      entry(80, 'By'),
      entry(120, 'Cap'),
    );
    expect(
      imageMeta({ iptc, exif: await exif({ IFD0: { ImageDescription: 'From the camera', Artist: 'Camera' } }) }),
    ).toMatchObject({
      title: 'Größe',
      caption: 'Cap',
      credit: 'By',
      keywords: ['one', 'two'],
      created_timestamp: String(Date.UTC(2018, 1, 3, 9, 5, 6) / 1000),
    });
  });

  test('broken blocks never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(60), (bytes, cut) => {
        const block = resource(entry(105, 'Title'), entry(25, 'word'));
        readIptc(Buffer.concat([block.subarray(0, cut), Buffer.from(bytes)]));
        imageMeta({ exif: Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'), Buffer.from(bytes)]) });
      }),
      { numRuns: 500 },
    );
  });
});
