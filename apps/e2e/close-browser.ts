import { afterAll, afterEach } from 'vitest';
import { takeEvidence } from './evidence.ts';
import { closeBrowser } from './phone.ts';

/** Runs after the hooks of the file, so that complaints of their pages count too. */
afterEach(({ task }) => {
  const evidence = takeEvidence();
  if (evidence !== undefined) task.meta.evidence = evidence;
});

/** Closes the browser after each file, whether its tests passed or failed. */
// biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern there.
afterAll(async ({}, suite) => {
  const evidence = takeEvidence();
  if (evidence !== undefined) suite.meta.evidence = evidence;
  await closeBrowser();
});
