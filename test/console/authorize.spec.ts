import { expect, test } from '@jest/globals';
import { ADMIN, anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';

const APP_ID = '6a4a2a4e-2f0b-4b7c-9d0e-0a3c1f5f7b11';

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { VARIANT: 'C' });

    /** The page that the index names, as an app opens it: with another path in front of a test server. */
    async function opened(query: Record<string, string>) {
      const index = (await (await fetch(site.site.root)).json()) as {
        authentication: Record<string, { endpoints: { authorization: string } }>;
      };
      const { authorization } = index.authentication['application-passwords']!.endpoints;
      const { page } = await site.visit();
      const address = new URL(`..${new URL(authorization).pathname}`, site.url());
      address.search = new URLSearchParams(query).toString();
      await page.goto(address.href);
      return page;
    }

    test('an app gets a password from its user, by way of the address in the index, and uses it', async () => {
      const success = `${site.site.url}/app/done?state=1`;
      const page = await opened({ app_name: 'Pocket Writer', app_id: APP_ID, success_url: success });
      await page.getByLabel('Username or email address').fill(ADMIN.user);
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('“Pocket Writer”').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      const returned = page.waitForRequest((sent) => sent.url().includes('/app/done'));
      await page.getByRole('button', { name: 'Yes, authorize it' }).click();
      const { searchParams } = new URL((await returned).url());
      expect(searchParams.get('state')).toBe('1');
      expect(searchParams.get('user_login')).toBe(ADMIN.user);
      expect(searchParams.get('site_url')).toMatch(/^https?:/);
      const credentials = `${searchParams.get('user_login')}:${searchParams.get('password')}`;
      const me = await fetch(`${site.site.root}wp/v2/users/me`, {
        headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      });
      expect([me.status, ((await me.json()) as { slug: string }).slug]).toEqual([200, ADMIN.user]);
    });

    test('a refusal, no address, and addresses that must not get a password', async () => {
      const { page } = await site.load();
      await page.goto(site.url('authorize?app_name=One&success_url=app%3A%2F%2Fdone'));
      await page.getByRole('button', { name: 'Yes, authorize it' }).waitFor();
      for (const address of ['javascript:alert(1)', 'data:text/html,x', 'http://else.example/', 'no address']) {
        await page.goto(site.url(`authorize?app_name=Two&success_url=${encodeURIComponent(address)}`));
        await page.getByText('is not valid').waitFor();
        expect(await page.getByRole('button', { name: 'Yes, authorize it' }).count()).toBe(0);
      }
      await page.goto(site.url('authorize?app_name=Three'));
      await page.getByRole('button', { name: 'Yes, authorize it' }).click();
      expect((await page.locator('.secret').textContent())!.replaceAll(' ', '')).toHaveLength(24);
      await page.goto(
        site.url(`authorize?app_name=Four&success_url=${encodeURIComponent(`${site.site.url}/app/done`)}`),
      );
      const returned = page.waitForRequest((sent) => sent.url().includes('/app/done'));
      await page.getByRole('button', { name: 'No, do not authorize it' }).click();
      expect(new URL((await returned).url()).search).toBe('?success=false');
    });
  });
});
