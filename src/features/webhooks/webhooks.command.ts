import { type Command, Option } from 'commander';
import { SYSTEM } from '../../access/principal.js';
import { type DeliveryState, type Webhook, type WebhookDelivery } from './webhook.entity.js';
import { type Cli, textTable, wholeNumber } from '../../platform/command-line/cli.js';

interface AddOptions {
  name: string;
  event: string[];
  type: string[];
  private?: true;
}

const id = wholeNumber(1, Number.MAX_SAFE_INTEGER);
const collect = (value: string, values: string[]) => [...values, value];

export function register(program: Command, cli: Cli): void {
  const group = program.command('webhooks').description('messages about events to other services');
  const webhooks = async () => {
    const { WebhooksService } = await import('./webhooks.service.js');
    try {
      return (await cli.app()).get(WebhooksService);
    } catch {
      return cli.fail('Webhooks are part of nestpress/v1, which is switched off. CONSOLE=api switches it on.');
    }
  };
  const fields = () => import('./webhooks.fields.js');

  group
    .command('list')
    .description('all webhooks')
    .action(async () => {
      const { presentWebhook } = await fields();
      const found = await (await webhooks()).list();
      const rows = found.map((webhook) => [webhook.id, stateOf(webhook), webhook.url, webhook.events || 'all']);
      cli.print(
        found.map((webhook) => presentWebhook(webhook).members),
        textTable(['ID', 'State', 'URL', 'Events'], rows, 'There are no webhooks.'),
      );
    });

  group
    .command('add')
    .description('adds a webhook and prints the secret that signs its messages')
    .argument('<url>', 'where messages are sent to')
    .option('--name <text>', 'what it is for', '')
    .option('--event <name>', 'only this event; can be repeated', collect, [])
    .option('--type <name>', 'only this content type or taxonomy; can be repeated', collect, [])
    .option('--private', 'allow an address or port that is not public, such as http://builder:3000')
    .action(async (url: string, { name, event: events, type: types, private: isPrivate }: AddOptions) => {
      const webhook = await (
        await webhooks()
      )
        .create({ url, name, events, types, isEnabled: true }, SYSTEM, { isPrivate })
        .catch((error: unknown) => cli.fail(reasonOf(error)));
      const { presentWebhook } = await fields();
      cli.print(
        presentWebhook(webhook, { withSecret: true }).members,
        `Added webhook ${webhook.id}. Its secret, which is not shown again: ${webhook.secret}`,
      );
    });

  for (const [command, isEnabled, done] of [
    ['enable', true, 'Enabled'],
    ['disable', false, 'Disabled'],
  ] as const)
    group
      .command(command)
      .description(isEnabled ? 'sends messages again' : 'sends no more messages')
      .argument('<id>', 'number of the webhook', id)
      .action(async (webhook: number) => {
        const service = await webhooks();
        await service.update(webhook, { isEnabled }, SYSTEM).catch((error: unknown) => cli.fail(reasonOf(error)));
        cli.print({ id: webhook, enabled: isEnabled }, `${done} webhook ${webhook}.`);
      });

  group
    .command('delete')
    .description('deletes a webhook and its deliveries')
    .argument('<id>', 'number of the webhook', id)
    .action(async (webhook: number) => {
      const service = await webhooks();
      await service.delete(webhook, SYSTEM).catch((error: unknown) => cli.fail(reasonOf(error)));
      cli.print({ deleted: webhook }, `Deleted webhook ${webhook}.`);
    });

  group
    .command('rotate')
    .description('prints a new secret; messages are signed with both for a day')
    .argument('<id>', 'number of the webhook', id)
    .action(async (webhook: number) => {
      const service = await webhooks();
      const { secret } = await service.rotate(webhook, SYSTEM).catch((error: unknown) => cli.fail(reasonOf(error)));
      cli.print({ id: webhook, secret }, secret);
    });

  group
    .command('test')
    .description('sends a message now and says what the receiver responded')
    .argument('<id>', 'number of the webhook', id)
    .action(async (webhook: number) => {
      const service = await webhooks();
      const delivery = await service.test(webhook).catch((error: unknown) => cli.fail(reasonOf(error)));
      const { presentDelivery } = await fields();
      cli.print(presentDelivery(delivery).members, (await lineOf(delivery)).join('  '));
      if (delivery.state !== 'delivered') cli.exit = 1;
    });

  group
    .command('deliveries')
    .description('what was sent to a webhook in the last 30 days, latest first')
    .argument('<id>', 'number of the webhook', id)
    .addOption(new Option('--state <state>', 'only these').choices(['waiting', 'delivered', 'failed']))
    .option('--limit <number>', 'maximum number of deliveries', wholeNumber(1, 10_000), 100)
    .action(async (webhook: number, { state, limit }: { state?: DeliveryState; limit: number }) => {
      const service = await webhooks();
      const { deliveries } = await service
        .deliveries(webhook, { state, limit, offset: 0 })
        .catch((error: unknown) => cli.fail(reasonOf(error)));
      const { presentDelivery } = await fields();
      const rows = await Promise.all(deliveries.map(lineOf));
      cli.print(
        deliveries.map((delivery) => presentDelivery(delivery).members),
        textTable(['ID', 'Created', 'Event', 'State', 'Attempts', 'Last result'], rows, 'There are no deliveries.'),
      );
    });

  group
    .command('replay')
    .description('sends a delivery again, with the same message ID')
    .argument('<id>', 'number of the webhook', id)
    .argument('<delivery>', 'number of the delivery', id)
    .action(async (webhook: number, delivery: number) => {
      const service = await webhooks();
      await service.replay(webhook, delivery).catch((error: unknown) => cli.fail(reasonOf(error)));
      cli.print({ replayed: delivery }, `Delivery ${delivery} will be sent again by the running service.`);
    });
}

function stateOf({ isEnabled, disabledBecause }: Webhook): string {
  if (isEnabled) return 'enabled';
  return disabledBecause === '' ? 'disabled' : 'failed';
}

async function lineOf({ id, createdAt, event, state, attempts }: WebhookDelivery): Promise<(string | number)[]> {
  const { attemptsOf } = await import('./webhooks.store.js');
  const all = attemptsOf(attempts);
  const last = all.at(-1);
  const result = last ? `${last.error || last.status} (${last.ms} ms)` : '';
  return [id, new Date(Number(createdAt)).toISOString(), event, state, all.length, result];
}

/** The sentence about a parameter, where the error has one. */
function reasonOf(error: unknown): string {
  const { data, message } = error as { data?: { params?: Record<string, string> }; message?: string };
  return Object.values(data?.params ?? {})[0] ?? message ?? String(error);
}
