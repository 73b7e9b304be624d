import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';

const MAIN = join(import.meta.dirname, '../../dist/src/main.js');
const METER = join(import.meta.dirname, 'meter.mjs');
const PASSWORD = 'correct horse battery';
/** A start may take minutes on a busy machine. */
const START_MS = 600_000;
/** So may a response; what it costs is measured as processor time. */
const ANSWER_MS = 600_000;
const RAW_MS = 100;
const IDLE_MS = 20;
const IDLE_TRIES = 100;

export const ADMIN = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;

/** The compiled service as a process on a new site, with what it costs. */
export class FuzzedService {
  #agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

  static async start(env = {}) {
    const service = new FuzzedService();
    service.dataDir = mkdtempSync(join(tmpdir(), 'nestpress-fuzz-'));
    service.port = await freePort();
    const { PATH = '', HOME = '' } = process.env;
    service.child = spawn(
      process.execPath,
      ['--expose-gc', '--min-semi-space-size=16', '--max-semi-space-size=16', `--import=${METER}`, MAIN],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...{ PATH, HOME, HOST: '127.0.0.1', PORT: String(service.port), DATA_DIR: service.dataDir },
          ...{ ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off', LOG_LEVEL: 'error' },
          ...{ CONSOLE: 'on', SITE_PAGES: 'on' },
          ...env,
        },
      },
    );
    service.output = '';
    for (const stream of [service.child.stdout, service.child.stderr])
      stream.on('data', (chunk) => (service.output = (service.output + chunk).slice(-20_000)));
    service.ended = once(service.child, 'exit');
    try {
      await service.#untilReady();
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  get isAlive() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Milliseconds of processor time so far. */
  get cpuMs() {
    return this.#cpuMs();
  }

  async stop() {
    this.#agent.destroy();
    if (this.isAlive) this.child.kill('SIGTERM');
    await this.ended;
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** The response { status, type, text }, or { error }. */
  send(request) {
    return request.kind === 'raw' ? this.#sendRaw(request.bytes) : this.#sendHttp(request);
  }

  async #sendHttp(request) {
    const answer = await this.#sendOnce(request);
    // The service may close an idle connection at the moment it is used again.
    return answer.error === 'ECONNRESET' && answer.wasReused ? this.#sendOnce(request) : answer;
  }

  #sendOnce({ method, target, headers, body }) {
    return new Promise((done) => {
      const length = body && { 'content-length': body.length };
      const options = {
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.port,
        method,
        path: target,
        timeout: ANSWER_MS,
      };
      const request = http.request({ ...options, headers: { ...headers, ...length } }, async (answer) => {
        const chunks = [];
        answer.on('error', (error) => done({ error: error.code }));
        for await (const chunk of answer) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        done({ status: answer.statusCode, type: answer.headers['content-type'] ?? '', text });
      });
      request.on('timeout', () => request.destroy(Object.assign(new Error(), { code: 'no response' })));
      request.on('error', (error) => done({ error: error.code, wasReused: request.reusedSocket }));
      request.end(body);
    });
  }

  /** Whatever comes back within a moment. */
  #sendRaw(bytes) {
    return new Promise((done) => {
      let text = '';
      const socket = net.connect(this.port, '127.0.0.1', () => socket.write(bytes));
      socket.setTimeout(RAW_MS, () => socket.destroy());
      socket.on('data', (chunk) => {
        text += chunk;
        if (text.includes('\r\n\r\n') && !text.startsWith('HTTP/1.1 100')) socket.destroy();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => done({ raw: text, status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0) }));
    });
  }

  /** What some work costs the service: milliseconds of processor time, and bytes above those in use before. */
  async measure(work, { collect = false } = {}) {
    if (collect && this.isAlive) {
      this.child.send('collect');
      await Promise.race([once(this.child, 'message'), this.ended]);
      await this.#untilIdle();
    }
    const before = { cpu: this.#cpuMs(), memory: this.#memory('VmRSS') };
    this.#resetPeak();
    const result = await work();
    return { result, ms: this.#cpuMs() - before.cpu, bytes: this.#memory('VmHWM') - before.memory };
  }

  /** What earlier requests left to do, in the background or for the compiler, is not charged to the next one. */
  async #untilIdle() {
    for (let tries = 0, before = this.#cpuMs(); tries < IDLE_TRIES && this.isAlive; tries++) {
      await wait(IDLE_MS);
      const now = this.#cpuMs();
      if (now - before < 1) return;
      before = now;
    }
  }

  #cpuMs() {
    const tasks = `/proc/${this.child.pid}/task`;
    return (
      this.#read(0, () =>
        readdirSync(tasks).reduce(
          (sum, id) => sum + Number(readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ')[0]),
          0,
        ),
      ) / 1e6
    );
  }

  #memory(name) {
    const status = this.#read('', () => readFileSync(`/proc/${this.child.pid}/status`, 'utf8'));
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
  }

  #resetPeak() {
    this.#read(undefined, () => writeFileSync(`/proc/${this.child.pid}/clear_refs`, '5'));
  }

  /** A process that has ended has no files there. */
  #read(otherwise, read) {
    try {
      return read();
    } catch {
      return otherwise;
    }
  }

  async #untilReady() {
    for (const giveUpAt = Date.now() + START_MS; ; await wait(100)) {
      if (!this.isAlive || Date.now() > giveUpAt) throw new Error(`The service did not start: ${this.output}`);
      const { status } = await this.send({ method: 'GET', target: '/readyz', headers: {} });
      if (status === 200) return;
    }
  }
}
