import { CallRefused } from '@app/client/call';
import type { Text } from '../app/texts.ts';
import { StepUpGivenUp } from '../session/step-up-question.ts';

/** Returns the text to show for a failure: the server's message, or that there was no response. */
export const describeFailure = (error: unknown, text: Text) =>
  error instanceof CallRefused ? error.message : text('system.load.offline');

/** Does the same after `callProven`: a user who closed the step-up sheet cancelled, and needs no message. */
export const describeUnlessGivenUp = (error: unknown, text: Text) =>
  error === null || error instanceof StepUpGivenUp ? undefined : describeFailure(error, text);
