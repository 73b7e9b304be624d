import { createServer } from 'node:net';

/** Below what the system gives out by itself, so that no other program gets the port before it is used: no connection, no server on port 0. */
const FIRST = 10_000;
/** Each process has ports of its own, so that two of them never get the same one. */
const STRETCH = 100;
const STRETCHES = 200;

const start = FIRST + (process.pid % STRETCHES) * STRETCH;
// Not the same ones in every test file: a client may still be connected to the previous server.
let next = Math.floor(Math.random() * STRETCH);

/** A port on loopback for a program that listens a moment later. */
export async function freePort() {
  for (let tries = 0; tries < STRETCH; tries++) {
    const port = start + (next++ % STRETCH);
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${start} to ${start + STRETCH - 1} are in use.`);
}

function isFree(port) {
  return new Promise((done) => {
    const probe = createServer().once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
