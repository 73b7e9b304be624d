export function summarize(result: {
  passed: number;
  failed: string[];
  flaky: { file: string; failedFirst: string[] }[];
  skipped: { reason: string; file?: string }[];
}): string;
