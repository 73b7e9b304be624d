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
