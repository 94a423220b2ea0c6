import { CallRefused } from './call-refused.ts';
import type { Text } from './texts.ts';

/** What to tell the user: the server's own words, or that there was no answer. */
export const describeFailure = (error: unknown, text: Text) =>
  error instanceof CallRefused ? error.message : text('system.load.offline');
