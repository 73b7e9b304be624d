/** What a database's own programs get of the environment: where programs are, and their password; none of our secrets. */
export function childEnvironment(password: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, MYSQL_PWD: password };
}
