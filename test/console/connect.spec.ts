import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { ADMIN, anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';

const VERIFIER = 'v'.repeat(50);

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);

    test('an administrator enters an agent, and a user signs in, allows it to read and returns to it with a code', async () => {
      const redirect = `${site.site.url}/agent/done`;
      const { page } = await site.load();
      await page.goto(site.url('agents'));
      await page.getByLabel('Let agents connect').check();
      await page.getByLabel('Name of the agent').fill('Desk agent');
      await page.getByLabel('Addresses that users return to').fill(redirect);
      await page.getByRole('button', { name: 'Add an agent' }).click();
      await page.getByText(redirect).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      const clientId = await page.locator('li code').textContent();

      const { page: visitor } = await site.visit();
      const query = new URLSearchParams({
        ...{ client_id: clientId!, redirect_uri: redirect, response_type: 'code', state: 'kept', scope: 'read write' },
        ...{ code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'), code_challenge_method: 'S256' },
      });
      await visitor.goto(site.url(`connect?${query.toString()}`));
      await visitor.getByLabel('Username or email address').fill(ADMIN.user);
      await visitor.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await visitor.getByRole('button', { name: 'Sign in' }).click();
      await visitor.getByText('“Desk agent”').waitFor();
      await visitor.getByText('write what you').waitFor();
      expect(await accessibilityProblems(visitor)).toEqual([]);
      await visitor.getByRole('checkbox').check();
      await visitor.getByText('write what you').waitFor({ state: 'detached' });
      const returned = visitor.waitForRequest((sent) => sent.url().includes('/agent/done'));
      await visitor.getByRole('button', { name: 'Yes, connect it' }).click();
      const { searchParams } = new URL((await returned).url());
      expect(searchParams.get('state')).toBe('kept');
      const grant = { grant_type: 'authorization_code', client_id: clientId!, redirect_uri: redirect };
      const tokens = await fetch(`${site.site.url}/mcp/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...grant, code: searchParams.get('code')!, code_verifier: VERIFIER }),
      });
      expect(await tokens.json()).toMatchObject({ scope: 'read' });
      // Listed in the profile.
      await page.goto(site.url('profile'));
      await page.getByText('Signed-in apps').waitFor();
      await page.getByText('Desk agent').waitFor();
    });

    test('a refusal returns to the agent; a request with another address does not', async () => {
      const { page } = await site.load();
      await page.goto(site.url('agents'));
      const clientId = await page.locator('li code').textContent();
      const redirect = `${site.site.url}/agent/done`;
      const query = {
        client_id: clientId!,
        response_type: 'code',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      };
      await page.goto(site.url(`connect?${new URLSearchParams({ ...query, redirect_uri: redirect }).toString()}`));
      const returned = page.waitForRequest((sent) => sent.url().includes('/agent/done'));
      await page.getByRole('button', { name: 'No, do not connect it' }).click();
      expect(new URL((await returned).url()).searchParams.get('error')).toBe('access_denied');
      const other = new URLSearchParams({ ...query, redirect_uri: 'https://evil.example/' });
      await page.goto(site.url(`connect?${other.toString()}`));
      await page.getByText('has not registered this address').waitFor();
      expect(await page.getByRole('button').count()).toBe(0);
    });
  });
});
