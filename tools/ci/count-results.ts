type Report = { numPassedTests?: number; numFailedTests?: number; success?: boolean };

/** Adds up test reports. A step that failed counts at least once, also when no test of it was counted. */
export function countResults(reports: readonly string[], failedSteps: number): { passed: number; failed: number } {
  const parsed = reports.map((text) => JSON.parse(text) as Report); // Written by the test runner.
  const passed = parsed.reduce((sum, report) => sum + (report.numPassedTests ?? 0), 0);
  const failed = parsed.reduce((sum, report) => sum + (report.numFailedTests ?? 0), 0);
  return { passed, failed: Math.max(failed, failedSteps) };
}
