/** How the toolset answers workers: always 200, success or failure told in the body. */
export type Outcome = { _res: 'ok' } | { _res: 'err'; _msg: string };

export function ok<T extends object>(members?: T): T & { _res: 'ok' } {
  return { ...(members as T), _res: 'ok' };
}

export function err(code: string): Outcome {
  return { _res: 'err', _msg: code };
}
