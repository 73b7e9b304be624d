/** Sends requests from the documentation page, generates snippets and searches. The page is readable without it. */
'use strict';
const signIn = document.querySelector('form.sign-in');
const session = { nonce: '' };

function addressOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const field of form.elements) {
    if (!field.name || field.value === '') continue;
    if (field.dataset.in === 'path') path = path.replace('{' + field.name + '}', encodeURIComponent(field.value));
    else if (field.dataset.in === 'query') query.set(field.name, field.value);
  }
  const text = query.toString();
  return document.body.dataset.server + path + (text === '' ? '' : '?' + text);
}

/** Method, URL and body of a form, without secrets. */
function requestOf(form) {
  const method = (form.elements._method && form.elements._method.value) || form.dataset.method || 'GET';
  const body = form.elements._body && form.elements._body.value.trim();
  return { method, address: addressOf(form), body: method === 'GET' || !body ? undefined : body };
}

function headers() {
  const { login, password } = signIn.elements;
  if (login.value !== '') {
    const bytes = new TextEncoder().encode(login.value + ':' + password.value);
    return { Authorization: 'Basic ' + btoa(String.fromCharCode(...bytes)) };
  }
  return session.nonce === '' ? {} : { 'X-WP-Nonce': session.nonce };
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

function curlOf({ method, address, body }) {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), '-u', "'login:application password'"];
  if (body) parts.push('-H', quoted('Content-Type: application/json'), '-d', quoted(body));
  return [...parts, quoted(new URL(address, location.href).href)].join(' ');
}

function javaScriptOf({ method, address, body }) {
  const options = [
    '  headers: { Authorization: ' +
      JSON.stringify('Basic …') +
      (body ? ", 'Content-Type': 'application/json'" : '') +
      ' },',
  ];
  if (method !== 'GET') options.unshift('  method: ' + JSON.stringify(method) + ',');
  if (body) options.push('  body: JSON.stringify(' + body + '),');
  return (
    'const response = await fetch(' +
    JSON.stringify(new URL(address, location.href).href) +
    ', {\n' +
    options.join('\n') +
    '\n});\nconst data = await response.json();'
  );
}

function showSnippets(form) {
  const request = requestOf(form);
  const output = form.querySelector('output');
  const shown = [
    ['curl', curlOf(request)],
    ['JavaScript', javaScriptOf(request)],
  ].flatMap(([name, text]) => {
    const heading = document.createElement('p');
    heading.textContent = name;
    const code = document.createElement('pre');
    code.textContent = text;
    return [heading, code];
  });
  output.replaceChildren(...shown);
}

async function send(form) {
  const output = form.querySelector('output');
  const { method, address, body } = requestOf(form);
  output.textContent = 'Waiting for ' + address;
  const result = document.createElement('pre');
  try {
    const own = headers();
    const response = await fetch(address, {
      method,
      body,
      headers: { ...own, ...(body ? { 'Content-Type': 'application/json' } : {}) },
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
    result.textContent = lines.join('\n') + '\n\n' + pretty(await response.text());
  } catch (error) {
    result.textContent = method + ' ' + address + '\n' + error.message;
  }
  output.replaceChildren(result);
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.target.dataset.path) void send(event.target);
});

document.addEventListener('click', (event) => {
  const button = event.target.closest && event.target.closest('button.snippets');
  if (button) showSnippets(button.form);
});

document.addEventListener('input', (event) => {
  if (event.target.id !== 'search') return;
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of document.querySelectorAll('section')) {
    let found = 0;
    for (const details of section.querySelectorAll('details')) {
      const text = details.querySelector('summary').textContent.toLowerCase();
      details.hidden = !words.every((word) => text.includes(word));
      if (!details.hidden) found++;
    }
    section.hidden = found === 0;
  }
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
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

window.addEventListener('hashchange', openTarget);
openTarget();
void useSession();
