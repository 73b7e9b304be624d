import { type Config } from '../config/config.js';
import { type FirstSignIn } from './prepare-database.js';

/** What the service prints when it is ready. */
export function greeting(
  site: string,
  { basePath }: Pick<Config, 'basePath'>,
  links: Readonly<Record<string, string>>,
  signIn: FirstSignIn | undefined,
): string {
  const lines = [`Nestpress is ready: ${site}/`, `REST API:           ${site}${basePath}/`];
  if (!signIn?.setupPath)
    lines.push(...Object.entries(links).map(([label, path]) => `${`${label}:`.padEnd(19)} ${site}${path}`));
  return block([...lines, ...signInLines(site, signIn)]);
}

/** How to sign in for the first time; empty once an administrator has signed in. */
export function signInHelp(site: string, signIn: FirstSignIn | undefined): string {
  const lines = signInLines(site, signIn);
  return lines.length === 0 ? '' : block(lines);
}

function signInLines(site: string, signIn: FirstSignIn | undefined): string[] {
  if (signIn === undefined) return [];
  const { login, password, isConfigured, setupPath } = signIn;
  if (setupPath !== undefined)
    return [
      `Set up your site:   ${site}${setupPath}`,
      'The link works once, for 60 minutes. Until it is used, every start prints a new one.',
    ];
  if (password !== undefined)
    return [`Sign in with HTTP Basic: ${login} / ${password}`, 'This password is shown only once.'];
  if (isConfigured) return [`Sign in as ${login} with the password in ADMIN_PASSWORD.`];
  return [
    'No administrator has signed in yet. Sign in with HTTP Basic as',
    `${login}; \`npx nestpress user password ${login}\` sets a new password.`,
  ];
}

function block(lines: readonly string[]): string {
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}
