import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { sendFile } from './send-file.js';

const CONTENT = Buffer.from('every byte counts');

let server: Server;
afterEach(() => new Promise((done) => server.close(done)));

/** Serves one file; gives the port, and what is counted for the first request when it is over, whether or not it counts as broken off. */
async function serve(
  read: () => Readable,
): Promise<{ port: number; counted: Promise<{ bytes: number; isWhole: boolean }> }> {
  const counted = new Promise<{ bytes: number; isWhole: boolean }>((done, failed) => {
    server = createServer((request, response) => {
      let isWhole = false;
      response.once('close', () => (isWhole = response.writableEnded));
      sendFile(
        request,
        response,
        { size: CONTENT.length, modified: 0, etag: '"x"', read: () => Promise.resolve(read()) },
        {},
      ).then((bytes) => done({ bytes: bytes ?? -1, isWhole }), failed);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, counted };
}

/** Asks, and hangs up as soon as so much of the file is there. */
function takeBytes(port: number, expected: number): void {
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
    const body = answer.split('\r\n\r\n')[1] ?? '';
    if (body.length >= expected) socket.destroy();
  });
}

test('a file is counted when it was sent', async () => {
  const { port, counted } = await serve(() => Readable.from([CONTENT.subarray(0, 5), CONTENT.subarray(5)]));
  expect(await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text()).toBe(
    CONTENT.toString(),
  );
  expect(await counted).toMatchObject({ bytes: CONTENT.length });
});

test('a response whose file turns out shorter is aborted, so that it does not look complete', async () => {
  const { port, counted } = await serve(() => Readable.from([CONTENT.subarray(0, 5)]));
  await expect(fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())).rejects.toThrow();
  expect(await counted).toMatchObject({ bytes: 5 });
});

/** All the bytes, but an end only when it is hung up. */
function endless(bytes: Buffer): Readable {
  let isGiven = false;
  return new Readable({
    read() {
      if (!isGiven) this.push(bytes);
      isGiven = true;
    },
  });
}

test('who hangs up with the last byte has got it all', async () => {
  const { port, counted } = await serve(() => endless(CONTENT));
  takeBytes(port, CONTENT.length);
  expect(await counted).toEqual({ bytes: CONTENT.length, isWhole: true });
});

test('who hangs up before has got what was on its way', async () => {
  const { port, counted } = await serve(() => endless(CONTENT.subarray(0, 7)));
  takeBytes(port, 7);
  expect(await counted).toEqual({ bytes: 7, isWhole: false });
});
