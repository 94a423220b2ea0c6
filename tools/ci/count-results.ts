import type { Results } from './name-results.ts';

/** Adds up test reports. A step that failed counts at least once, also when no test of it was counted. */
export function countResults(reports: readonly Results[], failedSteps: number): { passed: number; failed: number } {
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.reduce((sum, report) => sum + report.failed.length, 0);
  return { passed, failed: Math.max(failed, failedSteps) };
}
