type Place = {
  readonly isFull: boolean;
  /** Whether this step of history is the one that made it full, and not a link or a sheet. */
  readonly isOwnStep: boolean;
  readonly hasSheet: boolean;
};

/**
 * How a chart becomes the whole screen, or the page's again. What lies under a sheet waits until the sheet has gone: two
 * steps of history never cross, and back never leads into a full screen that was left.
 */
export function turnStep({ isFull, isOwnStep, hasSheet }: Place): 'open' | 'back' | 'replace' | 'later' {
  if (!isFull) return 'open';
  if (hasSheet) return 'later';
  return isOwnStep ? 'back' : 'replace';
}
