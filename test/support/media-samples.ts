/** The beginnings of files of many kinds, and the names each may be uploaded under. */

interface Sample {
  bytes: Buffer;
  names: readonly string[];
}

const hex = (digits: string, rest = 64) =>
  Buffer.concat([Buffer.from(digits.replaceAll(' ', ''), 'hex'), Buffer.alloc(rest)]);
const text = (content: string) => Buffer.from(content, 'latin1');

export const SAMPLES = {
  jpeg: { bytes: hex('ff d8 ff e0 00 10 4a 46 49 46'), names: ['a.jpg', 'a.jpeg', 'a.jpe'] },
  png: { bytes: hex('89 50 4e 47 0d 0a 1a 0a 00 00 00 0d'), names: ['a.png'] },
  gif: { bytes: text('GIF89a\x01\0\x01\0'), names: ['a.gif'] },
  bmp: { bytes: hex('42 4d 3a 00 00 00 00 00 00 00 36 00 00 00'), names: ['a.bmp'] },
  tiff: { bytes: hex('49 49 2a 00 08 00 00 00'), names: ['a.tif', 'a.tiff'] },
  pdf: { bytes: text('%PDF-1.4\n%%EOF\n'), names: ['a.pdf'] },
  zip: { bytes: hex('50 4b 03 04 14 00'), names: ['a.zip', 'a.docx', 'a.xlsx', 'a.odt', 'a.pages'] },
  gzip: { bytes: hex('1f 8b 08 00'), names: ['a.gz'] },
  compound: { bytes: hex('d0 cf 11 e0 a1 b1 1a e1', 512), names: ['a.doc', 'a.xls', 'a.ppt'] },
  rtf: { bytes: text('{\\rtf1 hello}'), names: ['a.rtf'] },
  mp3: { bytes: hex('49 44 33 03 00 00 00 00 00 00 ff fb 90 00'), names: ['a.mp3', 'a.m4a'] },
  bareMp3: { bytes: hex('ff fb 90 00'), names: ['a.mp3', 'a.m4a'] },
  wave: { bytes: text('RIFF\x24\x08\0\0WAVEfmt \x10\0\0\0'), names: ['a.wav'] },
  avi: { bytes: text('RIFF\x24\x08\0\0AVI LIST'), names: ['a.avi'] },
  film: { bytes: text('\0\0\0\x18ftypmp42\0\0\0\0'), names: ['a.mp4', 'a.m4v', 'a.mov', 'a.3gp'] },
  song: { bytes: text('\0\0\0\x18ftypM4A \0\0\0\0'), names: ['a.m4a', 'a.mp3'] },
  text: { bytes: text('hello world\n'), names: ['a.txt', 'a.csv', 'a.vtt'] },
  html: { bytes: text('<!DOCTYPE html><html><body>x</body></html>'), names: [] },
  php: { bytes: text('<?php system($_GET["c"]);'), names: [] },
  svg: { bytes: text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), names: [] },
  program: { bytes: hex('4d 5a 90 00 03'), names: [] },
  script: { bytes: text('#!/bin/sh\nid\n'), names: [] },
  binary: { bytes: hex('00 01 02 03 fe ff'), names: [] },
  empty: { bytes: Buffer.alloc(0), names: [] },
} as const satisfies Record<string, Sample>;

const FRAMES_OF_SONG = 40;

/** A silent song (MPEG 1, layer 3, 128 kbit/s) with an ID3 tag (2.3) of these frames. */
export function song(frames: Readonly<Record<string, string | Buffer>>): Buffer {
  const content = Object.entries(frames).map(([id, value]) => {
    const body = typeof value === 'string' ? Buffer.from(`\0${value}`, 'latin1') : value;
    const head = Buffer.alloc(10);
    head.write(id, 'latin1');
    head.writeUInt32BE(body.length, 4);
    return Buffer.concat([head, body]);
  });
  const tag = Buffer.concat(content);
  const size = [21, 14, 7, 0].map((shift) => (tag.length >> shift) & 0x7f);
  const sound = Array.from({ length: FRAMES_OF_SONG }, () => hex('ff fb 90 64', 413));
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size), tag, ...sound]);
}

/** A cover as such a frame. */
export function coverFrame(type: string, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`\0${type}\0\x03\0`, 'latin1'), bytes]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
}

/** A film without pictures: only what an MP4 file says about itself. */
export function film(options: { width: number; height: number; seconds: number; version: 0 | 1 }): Buffer {
  const { width, height, seconds, version } = options;
  const [movie, track, handler] = [
    Buffer.alloc(version === 1 ? 112 : 100),
    Buffer.alloc(version === 1 ? 96 : 84),
    Buffer.alloc(25),
  ];
  movie[0] = track[0] = version;
  movie.writeUInt32BE(1000, version === 1 ? 20 : 12);
  if (version === 1) movie.writeBigUInt64BE(BigInt(seconds * 1000), 24);
  else movie.writeUInt32BE(seconds * 1000, 16);
  track.writeUInt32BE(width * 65536, track.length - 8);
  track.writeUInt32BE(height * 65536, track.length - 4);
  handler.write('vide', 8, 'latin1');
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1')),
    box('mdat', Buffer.alloc(64)),
    box('moov', box('mvhd', movie), box('trak', box('tkhd', track), box('mdia', box('hdlr', handler)))),
  ]);
}
