/** Responses of 500 and more that the interface has by design; see shared error codes in docs/clients.md. */
const DOCUMENTED_5XX = new Set([
  ...['rest_trash_not_supported', 'existing_user_login', 'existing_user_email', 'empty_user_login', 'empty_term_name'],
  ...[
    'user_login_too_long',
    'user_nicename_too_long',
    'duplicate_term_slug',
    'term_exists',
    'menu_exists',
    'rest_invalid_stored_value',
  ],
  ...['rest_upload_sideload_error', 'rest_upload_unknown_error', 'db_insert_error', 'db_update_error'],
]);

/** WordPress's own error without `data`. */
const WITHOUT_DATA = new Set(['rest_callback_invalid']);

/** What is wrong with a response: 'undocumented 5xx', 'wrong shape', 'no response'; undefined when nothing is. */
export function verdict(request, answer) {
  if (request.kind === 'raw') return answer.status >= 500 ? 'undocumented 5xx' : undefined;
  // A client that still sends a refused body may find the connection closed.
  if (answer.error) return answer.error === 'ECONNRESET' && request.body?.length > 60_000 ? undefined : 'no response';
  // Node refuses a head of more than 16 KB itself, without a body.
  if (answer.status === 431 && answer.text === '') return undefined;
  if (answer.status < 400 || request.method === 'HEAD') return answer.status >= 500 ? 'undocumented 5xx' : undefined;
  // Pages answer in HTML.
  if (request.kind === 'page') return answer.status >= 500 ? 'undocumented 5xx' : undefined;
  const body = errorBody(answer);
  if (answer.status >= 500 && !DOCUMENTED_5XX.has(body?.code)) return 'undocumented 5xx';
  const isShaped = typeof body?.code === 'string' && typeof body.message === 'string';
  return isShaped && ('data' in body || WITHOUT_DATA.has(body.code)) ? undefined : 'wrong shape';
}

function errorBody({ text, type }) {
  if (type.includes('xml')) return { code: 'xml', message: text, data: null };
  try {
    return JSON.parse(type.includes('javascript') ? text.replace(/^\/\*\*\/[\w.]+\(|\)$/g, '') : text);
  } catch {
    return undefined;
  }
}
