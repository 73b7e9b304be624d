import { escapeHtml } from '../../../text/escape.js';
import { directionOf } from '../../../text/locales.js';

/** Any page may embed it. Templates may have images and styles, never scripts. */
export const FORM_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' http: https: data:; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors *",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/** A complete page around a form. Its URLs are relative, for services behind a path prefix. */
export function formPage({ title, locale, form }: { title: string; locale: string; form: string }): string {
  const name = escapeHtml(title);
  return `<!doctype html>
<html lang="${escapeHtml(locale.replaceAll('_', '-'))}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="form.css">
<script src="form.js" defer></script>
</head>
<body>
<h1>${name}</h1>
${form}
</body>
</html>
`;
}
