import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { JobsService, startTestService } from '@nestpress/server';
import { sendDigest } from './digest.js';

test('the digest is scheduled, and sends a mail', async () => {
  const service = await startTestService(new URL('./digest.js', import.meta.url), { SMTP_URL: 'log:' });
  try {
    const jobs = service.app.get(JobsService);
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
    await service.close();
  }
});
