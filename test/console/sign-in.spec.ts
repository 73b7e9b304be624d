import { expect, test } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { AWAITS_SIGN_IN } from '../../src/database/installer/default-options.js';
import { createSetupToken } from '../../src/database/installer/setup-token.js';
import { OptionsStore } from '../../src/database/options.store.js';
import { ADMIN, eachEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite, signIn } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';

withProgram(CHROMIUM, (chromium) => {
  eachEngine((engine) => {
    const site = consoleSite(chromium, engine, { RATE_LIMIT: 'on' });

    test('the set-up link names the site, creates the account and signs in, once, until signing out', async () => {
      const database = site.site.app.get(Database);
      await database.transaction((tx) => site.site.app.get(OptionsStore).set(tx, AWAITS_SIGN_IN, ADMIN.user));
      const link = site.url(`setup?token=${await createSetupToken(database)}`);
      const { page } = await site.visit();
      await page.goto(site.url());
      await page.getByText('This site has no administrator yet').waitFor();
      await page.goto(link);
      await page.getByLabel('Site title').fill('Harbour Notes');
      await page.getByLabel('Username').fill('owner');
      await page.getByLabel('Email address').fill('owner@site.test');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Create the site' }).click();
      await page.getByRole('alert').filter({ hasText: 'at least 12 characters' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await page.getByRole('button', { name: 'Create the site' }).click();
      await page.getByRole('heading', { name: 'Welcome, owner' }).waitFor();
      await page.locator('.brand', { hasText: 'Harbour Notes' }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.goto(site.url());
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();

      const { page: second } = await site.visit();
      await second.goto(link);
      for (const [label, value] of [
        ['Site title', 'Mine now'],
        ['Username', 'intruder'],
        ['Email address', 'intruder@site.test'],
      ] as const) {
        await second.getByLabel(label).fill(value);
      }
      await second.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await second.getByRole('button', { name: 'Create the site' }).click();
      await second.getByRole('alert').filter({ hasText: 'has been used or has expired' }).waitFor();
    });

    test('too many wrong passwords lock the form and say for how long', async () => {
      const { page } = await site.visit();
      await page.goto(site.url());
      const submit = page.getByRole('button', { name: 'Sign in' });
      for (let tries = 0; tries < 6; tries++) {
        const answered = page.waitForResponse(/\/console\/login$/);
        await signIn(page, 'somebody', 'wrong');
        await answered;
      }
      await page
        .getByRole('alert')
        .filter({ hasText: /Try again in \d+ (minutes|seconds)/ })
        .waitFor();
      expect(await submit.isDisabled()).toBe(true);
    });
  });
});
