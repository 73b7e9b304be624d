import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { PermanentFailure } from '../jobs/job.js';
import { type Delivery, type MailDriver } from './mail-driver.js';
import { type Mailbox, type OutgoingMessage } from './message.js';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** Overall limit, for a server that responds slowly enough to stay within every other limit. */
const TOTAL_TIMEOUT_MS = 50_000;
const CONNECTIONS = 3;
const IDLE_MS = 30_000;

/** Properties of the library's errors. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  recipient?: string;
  rejectedErrors?: SmtpError[];
}

/** Sends messages to the mail server of SMTP_URL over a small connection pool. */
export class SmtpDriver implements MailDriver {
  private opening?: ReturnType<typeof openTransport>;

  constructor(private readonly url: string) {}

  async send(message: OutgoingMessage): Promise<Delivery> {
    try {
      // A file found missing during the transfer would break the connection and look like a temporary failure.
      for (const { path } of message.attachments ?? []) await access(path);
      const { rejectedErrors = [] } = (await withinTime(
        this.transport().then((transport) => transport.sendMail(composed(message))),
      )) as {
        rejectedErrors?: SmtpError[];
      };
      return {
        postponed: rejectedErrors.filter((error) => !isPermanent(error)).flatMap(({ recipient }) => recipient ?? []),
      };
    } catch (error) {
      throw isPermanent(error as SmtpError) ? new PermanentFailure((error as Error).message, { cause: error }) : error;
    }
  }

  close(): void {
    void this.opening?.then((transport) => transport.close());
  }

  private transport(): ReturnType<typeof openTransport> {
    return (this.opening ??= openTransport(this.url));
  }
}

/** Loads the library on first use. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // The job retries.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableUrlAccess: true,
  });
}

function composed({
  from,
  to,
  cc,
  bcc: _hidden,
  replyTo,
  subject,
  text,
  html,
  headers,
  attachments,
  messageId,
  recipients,
}: OutgoingMessage) {
  return {
    from: mailbox(from),
    to: to.map(mailbox),
    cc: cc?.map(mailbox),
    replyTo: replyTo?.map(mailbox),
    subject,
    text,
    html,
    headers,
    messageId,
    // Bcc recipients appear only in the envelope.
    envelope: { from: from.address, to: [...recipients] },
    attachments: attachments?.map(({ path, name, type }) => ({
      path,
      filename: name ?? basename(path),
      contentType: type,
    })),
  };
}

function mailbox({ name = '', address }: Mailbox): { name: string; address: string } {
  return { name, address };
}

/** The server permanently refused the sender, all recipients or the message, or the message cannot be built. A wrong password is not permanent. */
function isPermanent({ code, responseCode = 0, rejectedErrors }: SmtpError): boolean {
  if (rejectedErrors) return rejectedErrors.every((error) => isPermanent(error));
  if (code === 'ENOENT') return true;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(
      () => fail(Object.assign(new Error('The mail server took too long.'), { code: 'ETIMEDOUT' })),
      TOTAL_TIMEOUT_MS,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
