import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';

/** Pages of the console for those of WordPress's administration; others lead to the overview. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['edit.php', 'posts'],
  ['post-new.php', 'posts/new'],
  ['upload.php', 'media'],
  ['edit-comments.php', 'comments'],
  ['users.php', 'users'],
  ['profile.php', 'profile'],
  ['options-general.php', 'settings'],
  ['authorize-application.php', 'authorize'],
]);

/** Redirects the addresses that people know from WordPress. Only where no WordPress serves them. */
@Controller()
export class WordPressPathsController {
  @Get('wp-login.php')
  signIn(@Res() response: Response, @Query('action') action: unknown): void {
    const isForgotten = action === 'lostpassword' || action === 'retrievepassword';
    redirect(response, `console/${isForgotten ? 'forgotten' : 'login'}`);
  }

  @Get(['wp-admin', 'wp-admin/*path'])
  admin(@Req() request: Request, @Res() response: Response, @Param('path') segments: string[] = []): void {
    const [address = '', ...queries] = request.url.split('?');
    // Apps do not always escape the question mark of `success_url`.
    const query = queries.join('?');
    const page = PAGES.get(segments.join('/')) ?? '';
    const passedOn = page === 'authorize' && query !== '' ? `?${query}` : '';
    // Relative, since a proxy may serve the site below a folder.
    redirect(response, `${'../'.repeat(address.split('/').length - 2)}console/${page}${passedOn}`);
  }
}

function redirect(response: Response, location: string): void {
  response.status(302).set({ Location: location, 'Cache-Control': 'no-store' }).end();
}
