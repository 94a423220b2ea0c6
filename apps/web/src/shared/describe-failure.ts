import { CallRefused } from './call-refused.ts';
import { StepUpGivenUp } from './step-up-question.ts';
import type { Text } from './texts.ts';

/** What to tell the user: the server's own words, or that there was no answer. */
export const describeFailure = (error: unknown, text: Text) =>
  error instanceof CallRefused ? error.message : text('system.load.offline');

/** The same after `callProven`: who closed the sheet that asked them said no, and need not be told so. */
export const describeUnlessGivenUp = (error: unknown, text: Text) =>
  error === null || error instanceof StepUpGivenUp ? undefined : describeFailure(error, text);
