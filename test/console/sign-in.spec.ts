import { expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { Database } from '../../src/database/database.js';
import { AWAITS_SIGN_IN } from '../../src/database/installer/default-options.js';
import { createSetupToken } from '../../src/database/installer/setup-token.js';
import { OptionsStore } from '../../src/database/options.store.js';
import { ADMIN, anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite, PASSWORD, signIn } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { RATE_LIMIT: 'on' });

    test('the set-up link names the site, creates the account and signs in, once, until signing out', async () => {
      const database = site.site.app.get(Database);
      await database.transaction((tx) => site.site.app.get(OptionsStore).set(tx, AWAITS_SIGN_IN, ADMIN.user));
      const link = site.url(`setup?token=${await createSetupToken(database)}`);
      const { page } = await site.visit();
      await page.goto(site.url());
      await page.getByText('This site has no administrator yet').waitFor();
      await page.goto(link);
      await page.getByText('All but the username can be changed later.').waitFor();
      await page.getByLabel('Site title').fill('Harbour Notes');
      await page.getByLabel('Username').fill('owner');
      await page.getByLabel('Email address').fill('owner@site.test');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Create the site' }).click();
      await page.getByRole('alert').filter({ hasText: 'at least 12 characters' }).waitFor();
      expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create the site' }).click();
      await page.getByRole('heading', { name: 'Welcome, owner' }).waitFor();
      await page.locator('.brand', { hasText: 'Harbour Notes' }).waitFor();
      await page.getByRole('link', { name: 'Your profile: owner' }).click();
      expect(await page.getByLabel('Username').isDisabled()).toBe(true);
      await page.getByText('Usernames cannot be changed.').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.goto(site.url());
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();

      const { page: second } = await site.visit();
      await second.goto(link);
      await second.getByText('This site is set up already.').waitFor();
      const values = { title: 'Mine now', login: 'intruder', email: 'intruder@site.test', password: ADMIN.password };
      const refused = await second.request.post(site.url('setup'), {
        data: { ...values, token: new URL(link).searchParams.get('token') },
        headers: { Origin: new URL(site.url()).origin },
      });
      expect(refused.ok()).toBe(false);
      expect(await refused.text()).toContain('has been used or has expired');
      await second.getByRole('link', { name: 'Sign in' }).click();
      await second.getByRole('heading', { name: 'Sign in' }).waitFor();
    });

    test('an invited user chooses a password, sets up a second factor and signs in with it; others are signed out', async () => {
      const { page: admin } = await site.load('users', 'owner');
      await admin.getByRole('button', { name: 'New user' }).click();
      const dialog = admin.getByRole('dialog', { name: 'New user' });
      await dialog.getByLabel('Username').fill('ines');
      await dialog.getByLabel('Email address').fill('ines@site.test');
      await dialog.getByLabel('How the user gets a password').selectOption('Get a link to pass on');
      await dialog.getByRole('button', { name: 'Create' }).click();
      const link = (await admin.locator('.secret').textContent())!;
      expect(await accessibilityProblems(admin)).toEqual([]);
      await admin.getByRole('button', { name: 'Done' }).click();

      const { page } = await site.visit();
      await page.goto(link);
      await page.getByText('For the account “ines”.').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Save the password' }).click();
      await page.getByRole('heading', { name: 'Welcome, ines' }).waitFor();

      await page.goto(site.url('profile'));
      await page.getByRole('region', { name: 'Second factor' }).getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      const secret = (await page.locator('.secret').textContent())!.replaceAll(' ', '');
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      await page.getByLabel('Code that the app shows').fill(totp.generate());
      await page.keyboard.press('Enter');
      const [recovery] = (await page.locator('.recovery-codes').textContent())!.split('\n');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('10 recovery codes are left.').waitFor();

      const { page: second } = await site.visit();
      await second.goto(link);
      await second.getByRole('heading', { name: 'This link does not work' }).waitFor();
      await second.getByRole('link', { name: 'Back to the sign-in' }).click();
      await signIn(second, 'ines', PASSWORD);
      await second.getByLabel('Code of your authenticator app').fill('000000');
      await second.getByRole('button', { name: 'Sign in', exact: true }).click();
      await second.getByRole('alert').filter({ hasText: 'not correct' }).waitFor();
      await second.getByLabel('Code of your authenticator app').fill(recovery!);
      await second.keyboard.press('Enter');
      await second.getByRole('heading', { name: 'Welcome, ines' }).waitFor();

      await page.reload();
      const sessions = page.getByRole('region', { name: 'Sessions' });
      await sessions.getByText('This browser').waitFor();
      await sessions.getByRole('button', { name: 'Sign out', exact: true }).click();
      await until(async () => (await sessions.getByRole('listitem').count()) === 1, 'one session is left');
      await second.reload();
      await second.getByRole('heading', { name: 'Sign in' }).waitFor();
      await second.getByRole('link', { name: 'Forgot your password?' }).click();
      await second.getByLabel('Username or email address').fill('ines');
      await second.getByRole('button', { name: 'Send the link' }).click();
      await second.getByRole('heading', { name: 'Check your mailbox' }).waitFor();
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
