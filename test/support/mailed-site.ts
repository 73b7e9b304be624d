import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { type EngineName } from './app.js';
import { type LiveSite, startLiveSite } from './live-site.js';
import { startMailServer, type TestMailServer } from './smtp.js';

/** A site with a mail server of its own for all tests of a suite; each test begins without mail. */
export function withMailedSite(engine: EngineName): { site: LiveSite; mail: TestMailServer } {
  const both = {} as { site: LiveSite; mail: TestMailServer };
  beforeAll(async () => {
    both.mail = await startMailServer();
    both.site = await startLiveSite({ SMTP_URL: both.mail.url }, engine);
  });
  afterAll(async () => {
    await both.site?.close();
    await both.mail?.close();
  });
  beforeEach(() => {
    both.mail.received.length = 0;
  });
  return both;
}
