import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { CookieAuthenticationService } from '../../access/authentication/index.js';
import { type Config, CONFIG } from '../../platform/config/index.js';
import { RestError } from '../../rest/errors/index.js';
import { sendPackagedFile } from '../../rest/server/index.js';
import { GraphiqlFilesService } from './graphiql-files.service.js';
import { GRAPHIQL_OPTIONS, type GraphiqlOptions } from './graphiql.options.js';

/** The editor adds style elements; everything else is a file of the page. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = 'index.html';
const NOT_BUILT = 'GraphiQL is not built. Run `npm run graphiql`.\n';

/** The page and the files of GraphiQL. Documents are sent to the endpoint with the cookies of the console and their nonce. */
@Controller('graphiql')
export class GraphiqlController {
  constructor(
    private readonly files: GraphiqlFilesService,
    private readonly cookies: CookieAuthenticationService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(GRAPHIQL_OPTIONS) private readonly options: GraphiqlOptions,
  ) {}

  @Get(['', '*path'])
  async respond(@Req() request: Request, @Res() response: Response, @Param('path') segments?: string[]): Promise<void> {
    const path = (segments ?? []).join('/');
    response.setHeader('Content-Security-Policy', CONTENT_POLICY);
    if (path === '') return this.page(request, response);
    const file = path === PAGE ? undefined : await this.files.find(path);
    if (!file) throw new RestError('rest_no_route', 'There is no such file.', 404);
    await sendPackagedFile(request, response, path, file);
  }

  private async page(request: Request, response: Response): Promise<void> {
    const [address = ''] = request.url.split('?', 1);
    // Relative, since a proxy may serve the site below a folder.
    if (!address.endsWith('/')) return void response.status(301).setHeader('Location', 'graphiql/').end();
    const session = await this.cookies.session(request.headers.cookie, request.method);
    response.set({ 'Cache-Control': 'private, no-store', Vary: 'Cookie' });
    if (this.config.graphiql.access !== 'public') {
      if (!session && this.options.hasConsole)
        return void response.status(302).setHeader('Location', '../console/graphiql').end();
      if (!session) throw new RestError('rest_not_logged_in', 'GraphiQL is for those who manage the site.', 401);
      if (!session.principal.can('manage_options'))
        throw new RestError('rest_forbidden', 'GraphiQL is for those who manage the site.', 403);
    }
    const file = await this.files.find(PAGE);
    if (!file) return void response.status(503).type('text/plain').send(NOT_BUILT);
    const text = file.body.toString('utf8').replace('data-nonce=""', `data-nonce="${session?.nonce ?? ''}"`);
    response.type('text/html').send(text);
  }
}
