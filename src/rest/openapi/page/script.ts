/** Sends the trial requests of the documentation page. Without it the page can still be read. */
export const PAGE_SCRIPT = `'use strict';
const signIn = document.querySelector('form.sign-in');

function addressOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const field of form.elements) {
    if (!field.name || field.value === '') continue;
    if (field.dataset.in === 'path') path = path.replace('{' + field.name + '}', encodeURIComponent(field.value));
    else query.set(field.name, field.value);
  }
  const text = query.toString();
  return document.body.dataset.server + path + (text === '' ? '' : '?' + text);
}

function headers() {
  const { login, password } = signIn.elements;
  if (login.value === '') return {};
  const bytes = new TextEncoder().encode(login.value + ':' + password.value);
  return { Authorization: 'Basic ' + btoa(String.fromCharCode(...bytes)) };
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(form) {
  const output = form.querySelector('output');
  const address = addressOf(form);
  output.textContent = 'Waiting for ' + address;
  const result = document.createElement('pre');
  try {
    const response = await fetch(address, { headers: headers(), credentials: 'omit' });
    const told = ['X-WP-Total', 'X-WP-TotalPages'].filter((name) => response.headers.has(name));
    const lines = ['GET ' + address, response.status + ' ' + response.statusText, ...told.map((name) => name + ': ' + response.headers.get(name))];
    result.textContent = lines.join('\\n') + '\\n\\n' + pretty(await response.text());
  } catch (error) {
    result.textContent = 'GET ' + address + '\\n' + error.message;
  }
  output.replaceChildren(result);
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.target.dataset.path) void send(event.target);
});

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

window.addEventListener('hashchange', openTarget);
openTarget();
`;
