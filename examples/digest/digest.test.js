import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createApp, JobsService, loadConfig, loadExtensions, prepareSite } from '@nestpress/server';
import { sendDigest } from './digest.js';

test('the digest is scheduled, and sends a mail', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'digest-'));
  const config = loadConfig({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'a good password',
    LOG_LEVEL: 'silent',
    SMTP_URL: 'log:',
    NESTPRESS_MODULES: join(import.meta.dirname, 'digest.js'),
  });
  await prepareSite(config);
  const app = await createApp(config, await loadExtensions(config));
  try {
    await app.init();
    const jobs = app.get(JobsService);
    const waiting = (await jobs.list(['waiting'], 100)).find(({ kind }) => kind === 'schedule:digest.send');
    assert.equal(new Date(Number(waiting.runAt)).getUTCDay(), 1);
    const id = await jobs.enqueue(sendDigest, { to: 'anna@example.com' });
    let done = [];
    for (let tries = 0; tries < 100 && done.length < 2; tries++) {
      done = (await jobs.list(['done'], 100)).filter(({ kind }) => ['digest.send', 'mail'].includes(kind));
      await setTimeout(100);
    }
    assert.deepEqual(done.map(({ kind }) => kind).sort(), ['digest.send', 'mail']);
    assert.ok(done.some((job) => job.id === id && job.progress === 50));
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true });
  }
});
