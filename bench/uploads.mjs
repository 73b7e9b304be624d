#!/usr/bin/env node
// node bench/uploads.mjs: 50 uploads of 5 MB at once, binary files and photographs, while another client lists posts. Prints what the
// lister notices (p50, p99) when nothing else happens and meanwhile, and the memory of the service. Build first: npm run build.
import '../tools/usage.mjs';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import sharp from 'sharp';
import { residentMb, startNode, table, waitFor } from './lib.mjs';

const PORT = 3955;
const PASSWORD = 'upload benchmark';
const PARALLEL = 50;
const BYTES = 5_000_000;
const service = `http://127.0.0.1:${PORT}`;
const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;

const data = mkdtempSync(join(tmpdir(), 'nestpress-bench-'));
const env = {
  PORT: String(PORT),
  HOST: '127.0.0.1',
  DATA_DIR: data,
  LOG_LEVEL: 'warn',
  RATE_LIMIT: 'off',
  SITE_URL: service,
  ADMIN_PASSWORD: PASSWORD,
};
const server = startNode([process.env.MAIN ?? 'dist/src/main.js'], env);
await waitFor(`${service}/readyz`);

try {
  const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(BYTES)]);
  const photo = await photograph();
  await lister(1500);
  const idle = await lister(4000);
  const rows = [['case', 'lists', 'p50 ms', 'p99 ms', 'p99 / idle', 'uploads s', 'RSS MB (peak)']];
  rows.push(row('idle', idle, idle, '', residentMb(server.pid)));
  for (const [name, file, filename] of [
    ['50 × 5 MB documents', pdf, 'a.pdf'],
    [`50 × ${(photo.length / 1e6).toFixed(1)} MB photographs`, photo, 'a.jpg'],
  ]) {
    let uploading = true;
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, residentMb(server.pid))), 50);
    const started = performance.now();
    const uploads = Promise.all(Array.from({ length: PARALLEL }, () => upload(file, filename))).finally(
      () => (uploading = false),
    );
    const seen = await lister(Infinity, () => uploading);
    await uploads;
    clearInterval(watch);
    rows.push(row(name, seen, idle, ((performance.now() - started) / 1000).toFixed(1), peak));
  }
  table(rows);
} finally {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}

/** About 5 MB: noise, so that it does not compress away. */
async function photograph() {
  const side = 1900;
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

function upload(file, filename) {
  return new Promise((done, failed) => {
    const headers = {
      authorization,
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${filename}"`,
      'content-length': file.length,
    };
    const sent = http.request(`${service}/wp-json/wp/v2/media`, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 201 ? done() : failed(new Error(`An upload was answered ${answer.statusCode}.`)),
      );
    });
    sent.on('error', failed);
    sent.end(file);
  });
}

/** One list after the other for so long, or as long as requested; how many milliseconds each took. */
async function lister(ms, proceed = () => true) {
  const agent = new http.Agent({ keepAlive: true });
  const times = [];
  const end = performance.now() + ms;
  while (performance.now() < end && proceed()) {
    const started = performance.now();
    await new Promise((done, failed) => {
      http
        .get(`${service}/wp-json/wp/v2/posts?per_page=10&nothing=${times.length}`, { agent }, (answer) =>
          answer.resume().on('end', done),
        )
        .on('error', failed);
    });
    times.push(performance.now() - started);
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
}

function row(name, times, idle, seconds, memory) {
  const at = (list, part) => list[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0;
  return [
    name,
    times.length,
    at(times, 0.5).toFixed(1),
    at(times, 0.99).toFixed(1),
    (at(times, 0.99) / at(idle, 0.99)).toFixed(1),
    seconds,
    memory,
  ];
}
