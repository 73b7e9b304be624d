export interface TestResult {
  passed: number;
  failed: string[];
  flaky: { file: string; failedFirst: string[] }[];
  skipped: { reason: string; file?: string }[];
}

export function failures(result: Pick<TestResult, 'failed' | 'flaky'>): string[];
export function summarize(result: TestResult): string;
