import { OptionsStore } from '../../database/options.store.js';
import { LOG_URL } from '../mail/mail-driver.js';
import { defaultSender, isAddress } from '../mail/message.js';
import { reasonOf } from './reason-of.js';
import { type DoctorContext, fail, type DiagnosticResult, ok, warn } from './diagnostic-result.js';

const MAIL_TIMEOUT_MS = 10_000;

/** Connects to the mail server and signs in if SMTP_URL has credentials; no message is sent. */
export async function checkMail({ config, database }: DoctorContext): Promise<DiagnosticResult[]> {
  if (config.smtpUrl === undefined)
    return [
      warn(
        'mail',
        'No mail is sent: notifications are dropped, and what visitors send through forms waits in the inbox of the console.',
        'Set SMTP_URL.',
      ),
    ];
  if (config.smtpUrl === LOG_URL)
    return [warn('mail', 'Mail is logged instead of sent, although forms respond that it was sent.', 'Set SMTP_URL.')];
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
  });
  try {
    await transport.verify();
  } catch (error) {
    return [
      fail(
        'mail',
        `The mail server cannot be used: ${reasonOf(error)}.`,
        'Check host, port, user and password in SMTP_URL.',
      ),
    ];
  } finally {
    transport.close();
  }
  const options = new OptionsStore(database);
  const { address } = defaultSender({
    configured: config.mailFrom,
    adminEmail: await options.text('admin_email'),
    home: config.siteUrl ?? (await options.text('home')),
  });
  if (!isAddress(address)) return [fail('mail', 'There is no address to send from.', 'Set MAIL_FROM.')];
  return [ok('mail', `the mail server responds; mail is sent from ${address}.`)];
}

const REDIS_TIMEOUT_MS = 5000;

/** Skipped if Redis is not configured. */
export async function checkRedis({ config }: DoctorContext): Promise<DiagnosticResult[]> {
  if (config.redisUrl === undefined) return [];
  const { Redis } = await import('ioredis');
  const redis = new Redis(config.redisUrl, {
    lazyConnect: true,
    connectTimeout: REDIS_TIMEOUT_MS,
    commandTimeout: REDIS_TIMEOUT_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let connectionError: unknown;
  redis.on('error', (error) => (connectionError = error));
  try {
    await redis.connect();
    await redis.ping();
    return [ok('redis', 'responds; processes notify each other of changes at once.')];
  } catch (error) {
    return [
      fail(
        'redis',
        `Redis cannot be used: ${reasonOf(connectionError ?? error)}.`,
        'Start it, or correct REDIS_URL. Meanwhile other processes notice changes within two seconds.',
      ),
    ];
  } finally {
    redis.disconnect();
  }
}
