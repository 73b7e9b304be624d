import { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message as it went over the wire. */
  source: string;
}

export interface TestMailServer {
  url: string;
  received: ReceivedMail[];
  /** Answers for recipients: an SMTP code to refuse with, undefined to accept. */
  refuse: (address: string) => number | undefined;
  /** Answers for whole messages. */
  refuseMessage: () => number | undefined;
  close(): Promise<void>;
}

/** A real SMTP server in this process that keeps what it gets. */
export async function startMailServer(): Promise<TestMailServer> {
  const mail: TestMailServer = {
    url: '',
    received: [],
    refuse: () => undefined,
    refuseMessage: () => undefined,
    close: async () => undefined,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, callback) => callback(smtpError(mail.refuse(address))),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const code = mail.refuseMessage();
        const { mailFrom, rcptTo } = session.envelope;
        if (code === undefined) {
          mail.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            source: Buffer.concat(chunks).toString(),
          });
        }
        callback(smtpError(code));
      });
    },
  });
  // A client that is killed resets its connection.
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  mail.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  mail.close = () => new Promise((done) => server.close(() => done()));
  return mail;
}

function smtpError(code: number | undefined): Error | null {
  return code === undefined ? null : Object.assign(new Error('Refused by the test'), { responseCode: code });
}
