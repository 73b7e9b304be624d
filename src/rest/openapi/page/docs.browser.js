/** Sends requests from the documentation page, shows them as code and searches. The page is readable without it. */
'use strict';
const signIn = document.querySelector('form.sign-in');
const session = { nonce: '' };

/** Method, path, parameters and body of a form, without secrets. */
function requestOf(form) {
  const request = { template: form.dataset.path, path: {}, query: {}, method: form.dataset.method || 'GET' };
  for (const field of form.elements) {
    if (!field.name || field.value === '') continue;
    if (field.dataset.in === 'path') request.path[field.name] = field.value;
    else if (field.dataset.in === 'query') request.query[field.name] = field.value;
  }
  const { _method: method, _body: body, _file: file } = form.elements;
  if (method) request.method = method.value;
  if (request.method !== 'GET' && body && body.value.trim() !== '') request.body = body.value.trim();
  if (file && file.files.length > 0) request.file = file.files[0];
  return request;
}

function addressOf({ template, path, query }) {
  const filled = Object.entries(path).reduce(
    (text, [name, value]) => text.replace('{' + name + '}', encodeURIComponent(value)),
    template,
  );
  const text = new URLSearchParams(query).toString();
  return document.body.dataset.server + filled + (text === '' ? '' : '?' + text);
}

function fullAddressOf(request) {
  return new URL(addressOf(request), location.href).href;
}

function authorization() {
  const { login, password } = signIn.elements;
  if (login.value !== '') {
    const bytes = new TextEncoder().encode(login.value + ':' + password.value);
    return { Authorization: 'Basic ' + btoa(String.fromCharCode(...bytes)) };
  }
  return session.nonce === '' ? {} : { 'X-WP-Nonce': session.nonce };
}

function contentHeaders({ body, file }) {
  if (file) {
    const name = encodeURIComponent(file.name);
    const type = file.type || 'application/octet-stream';
    return { 'Content-Type': type, 'Content-Disposition': "attachment; filename*=UTF-8''" + name };
  }
  return body ? { 'Content-Type': 'application/json' } : {};
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function quoted(text) {
  return "'" + text.replaceAll("'", "'\\''") + "'";
}

function inCurl(request) {
  const { method, body, file } = request;
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), '-u', "'login:application password'"];
  if (file) parts.push('-F', quoted('file=@' + file.name));
  else if (body) parts.push('-H', quoted('Content-Type: application/json'), '-d', quoted(body));
  return [...parts, quoted(fullAddressOf(request))].join(' ');
}

function inFetch(request) {
  const { method, body, file } = request;
  const headers = ["Authorization: 'Basic …'"];
  for (const [name, value] of Object.entries(contentHeaders(request)))
    headers.push(JSON.stringify(name) + ': ' + JSON.stringify(value));
  const options = [
    ...(method === 'GET' ? [] : ['  method: ' + JSON.stringify(method) + ',']),
    '  headers: { ' + headers.join(', ') + ' },',
    ...(file ? ['  body: file,'] : body ? ['  body: JSON.stringify(' + body + '),'] : []),
  ];
  const address = JSON.stringify(fullAddressOf(request));
  return `const response = await fetch(${address}, {\n${options.join('\n')}\n});\nconst data = await response.json();`;
}

/** Numbers and booleans as such; a list is written with commas. */
function typed(values) {
  const literal = (text) => (/^(?:-?\d+|true|false)$/.test(text) ? text : JSON.stringify(text));
  const members = Object.entries(values).map(([name, text]) => {
    const value = text.includes(',') ? '[' + text.split(',').map(literal).join(', ') + ']' : literal(text);
    return (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)) + ': ' + value;
  });
  return '{ ' + members.join(', ') + ' }';
}

/** A call of `openapi-fetch` with the types of this document. */
function inClient({ template, method, path, query, body }) {
  const params = [
    ...(Object.keys(path).length > 0 ? ['path: ' + typed(path)] : []),
    ...(Object.keys(query).length > 0 ? ['query: ' + typed(query)] : []),
  ];
  const options = [
    ...(params.length > 0 ? ['  params: { ' + params.join(', ') + ' },'] : []),
    ...(body ? ['  body: ' + body.replaceAll('\n', '\n  ') + ','] : []),
  ];
  const further = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return `const { data, error } = await client.${method}(${JSON.stringify(template)}${further});`;
}

const SNIPPETS = { curl: inCurl, fetch: inFetch, client: inClient };

function showCode(form, text) {
  const code = document.createElement('pre');
  code.textContent = text;
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'copy';
  copy.textContent = 'Copy';
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = 'Copied';
  });
  form.querySelector('output').replaceChildren(copy, code);
}

async function send(form) {
  const output = form.querySelector('output');
  const request = requestOf(form);
  const address = addressOf(request);
  const { method, body, file } = request;
  output.textContent = 'Waiting for ' + address;
  const result = document.createElement('pre');
  try {
    const own = authorization();
    const response = await fetch(address, {
      method,
      body: file || body,
      headers: { ...own, ...contentHeaders(request) },
      credentials: own['X-WP-Nonce'] ? 'same-origin' : 'omit',
    });
    const reported = ['Allow', 'ETag', 'Location', 'X-WP-Total', 'X-WP-TotalPages'].filter((name) =>
      response.headers.has(name),
    );
    const lines = [
      method + ' ' + address,
      response.status + ' ' + response.statusText,
      ...reported.map((name) => name + ': ' + response.headers.get(name)),
    ];
    result.className = response.ok ? 'good' : 'bad';
    result.textContent = lines.join('\n') + '\n\n' + pretty(await response.text());
  } catch (error) {
    result.className = 'bad';
    result.textContent = method + ' ' + address + '\n' + error.message;
  }
  output.replaceChildren(result);
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.target.dataset.path) void send(event.target);
});

document.addEventListener('click', (event) => {
  const button = event.target.closest && event.target.closest('button[data-snippet]');
  if (button) showCode(button.form, SNIPPETS[button.dataset.snippet](requestOf(button.form)));
});

document.addEventListener('input', (event) => {
  if (event.target.id !== 'search') return;
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  let total = 0;
  for (const section of document.querySelectorAll('section')) {
    let found = 0;
    for (const details of section.querySelectorAll('details')) {
      const text = details.querySelector('summary').textContent.toLowerCase();
      details.hidden = !words.every((word) => text.includes(word));
      if (!details.hidden) found++;
    }
    section.hidden = found === 0;
    total += found;
  }
  document.getElementById('nothing').hidden = total > 0;
});

/** Users signed in to the console send requests with that session. */
async function useSession() {
  const status = document.getElementById('session');
  if (!status) return;
  const response = await fetch('console/session', { credentials: 'same-origin' }).catch(() => undefined);
  const found = response && response.ok ? await response.json().catch(() => ({})) : {};
  if (!found.signed_in) return;
  session.nonce = found.nonce;
  status.hidden = false;
  document.getElementById('guest').textContent = 'To send them as another user:';
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

window.addEventListener('hashchange', openTarget);
openTarget();
void useSession();
