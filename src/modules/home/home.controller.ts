import { createHash } from 'node:crypto';
import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { type Response } from 'express';
import { escapeHtml } from '../../text/escape.js';
import { SiteService } from '../../site/site.service.js';

const STYLE =
  'body{font:1.1rem/1.6 system-ui,sans-serif;max-width:38rem;margin:4rem auto;padding:0 1rem;color:#222}a{color:#0b57d0}code{background:#f3f3f3;padding:.1em .3em}';

/** Nothing but the style above. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The home page of a service without site pages: links to the REST API. */
@Controller()
export class HomeController {
  constructor(@Inject(SiteService) private readonly sites: SiteService) {}

  @Get('/')
  @Header('Content-Type', 'text/html; charset=UTF-8')
  @Header('Content-Security-Policy', POLICY)
  async home(@Res({ passthrough: true }) response: Response): Promise<string> {
    const site = await this.sites.current();
    const root = site.rest('/');
    response.setHeader('Link', `<${root}>; rel="https://api.w.org/"`);
    return page(site.option('blogname'), site.option('blogdescription'), {
      root,
      posts: site.rest('/wp/v2/posts'),
      docs: `${site.serviceHome}/docs`,
    });
  }
}

/** Title and tagline are stored escaped; URLs are not. */
function page(
  title: string,
  tagline: string,
  { root, posts, docs }: { root: string; posts: string; docs: string },
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="https://api.w.org/" href="${escapeHtml(root)}">
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${tagline}</p>
<p>This site is served through its content interface.</p>
<ul>
<li>Index of the REST API: <a href="${escapeHtml(root)}">${escapeHtml(root)}</a></li>
<li>Newest posts: <a href="${escapeHtml(posts)}">${escapeHtml(posts)}</a></li>
<li>Documentation: <a href="${escapeHtml(docs)}">${escapeHtml(docs)}</a></li>
</ul>
</body>
</html>
`;
}
