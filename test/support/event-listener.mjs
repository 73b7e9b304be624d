/** A module for the compiled service (NESTPRESS_MODULES): posts each published post to RECEIVER_URL, durably. */
import { Injectable, Module } from '@nestjs/common';
import { OnContent } from '../../dist/src/index.js';

class Rebuild {
  async publish(event) {
    // The job is claimed by now.
    if (process.env.KILL_AT === 'before sending') process.kill(process.pid, 'SIGKILL');
    await fetch(process.env.RECEIVER_URL, { method: 'POST', body: JSON.stringify(event) });
    // For kill-at-mail.mjs, which is loaded into the same process.
    globalThis.isDelivered = true;
  }
}
OnContent('entry.published', { types: ['post'], durable: true })(
  Rebuild.prototype,
  'publish',
  Object.getOwnPropertyDescriptor(Rebuild.prototype, 'publish'),
);
Injectable()(Rebuild);

export class RebuildModule {}
Module({ providers: [Rebuild] })(RebuildModule);
