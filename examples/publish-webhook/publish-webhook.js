import { createHmac } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import { OnContent } from '@nestpress/server';

/** Tells another service that something was published. Repeated until the service accepts it, with the same ID. */
class PublishWebhook {
  async send(event) {
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', process.env.WEBHOOK_SECRET ?? '')
      .update(body)
      .digest('hex');
    const response = await fetch(process.env.WEBHOOK_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signature, 'x-event-id': event.eventId },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`The webhook responded with ${response.status}.`);
  }
}
OnContent('entry.published', { types: ['post', 'page'], durable: true })(
  PublishWebhook.prototype,
  'send',
  Object.getOwnPropertyDescriptor(PublishWebhook.prototype, 'send'),
);
Injectable()(PublishWebhook);

export class PublishWebhookModule {}
Module({ providers: [PublishWebhook] })(PublishWebhookModule);
