import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ADMIN, ADMIN_AUTHORIZATION } from '../../../support/app.js';
import { API } from '../../../support/clients.js';
import { mutatedForms } from '../../../support/mutated-forms.js';
import { hasEnded, type ServiceProcess, startProcess } from '../../../support/process.js';
import { postRaw, type RawRequest, statusOf } from '../../../support/raw-http.js';
import { until } from '../../../support/until.js';

/** `FUZZ_MULTIPART=20000` is the long run. */
const FUZZED = Number(process.env.FUZZ_MULTIPART ?? 600);
const IN_PARALLEL = 16;

let dataDir: string;
let service: ServiceProcess;
let form: string;
const type = { 'content-type': 'multipart/form-data; boundary=x' };
const admin = { authorization: ADMIN_AUTHORIZATION };

const start = () =>
  startProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD: ADMIN.password, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'nestpress-multipart-'));
  service = await start();
  const forms = '/wp-json/forms/v1/contact-forms';
  const response = await fetch(service.url + forms, {
    method: 'POST',
    headers: { ...admin, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Files', form: '[text name] [file upload]', context: 'save' }),
  });
  form = `${forms}/${((await response.json()) as { id: number }).id}/feedback`;
});
// One test that ends the process does not fail the others.
beforeEach(async () => {
  if (hasEnded(service)) service = await start();
});
afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const alive = async () => !hasEnded(service) && (await fetch(`${service.url}/healthz`)).ok;
const disposition = (parameters: string) => `Content-Disposition: form-data${parameters}`;
const posts = `${API}/posts`;
const media = `${API}/media`;

test.each<[string, Omit<RawRequest, 'body'> & { body: string }]>([
  ['a truncated file part', { path: posts, body: `--x\r\n${disposition('; name="f"; filename="a"')}\r\n\r\ny` }],
  ['a part without a name', { path: posts, body: `--x\r\n${disposition('')}\r\n\r\ny\r\n--x--` }],
  ['a file without a name', { path: posts, body: `--x\r\n${disposition('; filename="a"')}\r\n\r\ny\r\n--x--` }],
  [
    'a name with forty brackets',
    { path: posts, body: `--x\r\n${disposition(`; name="a${'[b]'.repeat(40)}"`)}\r\n\r\ny\r\n--x--` },
  ],
  [
    'a name with forty brackets in an upload',
    {
      path: media,
      headers: admin,
      body: `--x\r\n${disposition(`; name="a${'[b]'.repeat(40)}"`)}\r\n\r\ny\r\n--x--`,
    },
  ],
  [
    'a part without a name in an upload',
    {
      path: media,
      headers: admin,
      body: `--x\r\n${disposition('')}\r\n\r\ny\r\n--x--`,
    },
  ],
  [
    'a truncated upload',
    {
      path: media,
      headers: admin,
      body: `--x\r\n${disposition('; name="file"; filename="a.txt"')}\r\n\r\ny`,
    },
  ],
  [
    'a client that disconnects in the middle of an upload',
    {
      path: media,
      headers: admin,
      body: `--x\r\n${disposition('; name="file"; filename="a.txt"')}\r\n\r\n${'y'.repeat(100_000)}`,
      announced: 500_000,
      isAborted: true,
    },
  ],
])('%s does not end the process', async (_, { body, headers, ...rest }) => {
  const response = await postRaw(service.url, { ...rest, headers: { ...type, ...headers }, body: Buffer.from(body) });
  if (!rest.isAborted) expect([400, 401, 500]).toContain(statusOf(response));
  expect(await alive()).toBe(true);
  expect(response).not.toContain('internal_error');
});

test(`${FUZZED} mutated bodies: no exit, no unplanned failure, no left file, no leaked descriptor`, async () => {
  const targets = [
    { path: posts },
    { path: media },
    { path: media, headers: admin },
    { path: media, headers: { ...admin, 'content-md5': '0'.repeat(32) } },
    { path: form },
  ];
  const mutated = mutatedForms();
  const failures: string[] = [];
  const sendSome = async (count: number) => {
    let left = count;
    const client = async () => {
      while (left-- > 0 && !hasEnded(service)) {
        const target = targets[left % targets.length]!;
        const response = await postRaw(service.url, { ...target, ...mutated(type, target.headers) });
        if (response.includes('internal_error')) failures.push(response);
      }
    };
    await Promise.all(Array.from({ length: IN_PARALLEL }, client));
  };
  await sendSome(Math.min(100, FUZZED));
  const descriptors = () => readdirSync(`/proc/${service.child.pid}/fd`).length;
  const atFirst = descriptors();
  await sendSome(FUZZED);
  expect({ ended: hasEnded(service), failures, seed: mutated.seed }).toMatchObject({ ended: false, failures: [] });
  expect(service.output()).not.toContain('unexpected failure');
  await until(() => descriptors() <= atFirst, 'all descriptors are closed');
  const uploads = join(dataDir, 'uploads');
  const inbox = join(uploads, '.nestpress-incoming');
  await until(() => !existsSync(inbox) || readdirSync(inbox).length === 0, 'the inbox is empty');
  const rows = Number((await fetch(`${service.url}${media}`)).headers.get('x-wp-total'));
  const files = readdirSync(uploads, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('.nestpress'),
  );
  expect(files).toHaveLength(rows);
});
