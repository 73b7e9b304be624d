import { createSocket, type RemoteInfo } from 'node:dgram';
import { type AddressInfo } from 'node:net';

export interface DnsServer {
  /** For `Resolver.setServers`. */
  readonly address: string;
  readonly questions: () => number;
  close(): Promise<void>;
}

/** Addresses of a name: IPv4 for type A, IPv6 as eight groups for AAAA. */
export type Answers = (name: string, type: 'A' | 'AAAA') => readonly string[];

const A = 1;
const AAAA = 28;

/** A name server on loopback that says what a test wants it to. */
export async function startDnsServer(responses: Answers): Promise<DnsServer> {
  const socket = createSocket('udp4');
  let questions = 0;
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    questions++;
    socket.send(respond(query, responses), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    questions: () => questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function respond(query: Buffer, responses: Answers): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = query.readUInt16BE(at + 1);
  const question = query.subarray(12, at + 5);
  const found =
    type === A ? responses(labels.join('.'), 'A') : type === AAAA ? responses(labels.join('.'), 'AAAA') : [];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  return Buffer.concat([header, question, ...found.map((address) => record(address, type))]);
}

function record(address: string, type: number): Buffer {
  const data =
    type === A
      ? Buffer.from(address.split('.').map(Number))
      : Buffer.from(
          address
            .split(':')
            .map((group) => group.padStart(4, '0'))
            .join(''),
          'hex',
        );
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
