import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { phpToJs } from '../../text/php/index.js';
import { readAudioVideo, readIsoVideo } from './audio-video.js';
import { film } from '../../../test/support/media-samples.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nestpress-film-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(bytes: Buffer): string {
  const path = join(folder, 'film.mp4');
  writeFileSync(path, bytes);
  return path;
}

test.each([0, 1] as const)('width, height and length of a film, version %d of its boxes', async (version) => {
  const path = file(film({ width: 640, height: 360, seconds: 65, version }));
  expect(await readIsoVideo(path)).toEqual({ width: 640, height: 360, duration: 65 });
  expect(phpToJs((await readAudioVideo(path, 'video/mp4')).details)).toMatchObject({
    width: 640,
    height: 360,
    length: 65,
    length_formatted: '1:05',
    mime_type: 'video/mp4',
  });
});

test('a film cut off anywhere, or with any byte changed, is read without failing', async () => {
  const whole = film({ width: 640, height: 360, seconds: 65, version: 0 });
  for (let length = 0; length < whole.length; length += 7) await readIsoVideo(file(whole.subarray(0, length)));
  for (let at = 0; at < whole.length; at += 3) {
    const changed = Buffer.from(whole);
    changed[at] = 0xff;
    await readIsoVideo(file(changed));
  }
  expect(await readIsoVideo(file(Buffer.from('no film')))).toBeUndefined();
});
