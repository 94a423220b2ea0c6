type Place = {
  readonly isFull: boolean;
  /** Whether this history step is the one that opened full screen, and not a link or a sheet. */
  readonly isOwnStep: boolean;
  readonly hasSheet: boolean;
};

/**
 * Returns how to enter or leave full screen. With a sheet open, it waits until the sheet has closed: two history steps
 * never overlap, and back never returns to a full screen that was left.
 */
export function turnStep({ isFull, isOwnStep, hasSheet }: Place): 'open' | 'back' | 'replace' | 'later' {
  if (!isFull) return 'open';
  if (hasSheet) return 'later';
  return isOwnStep ? 'back' : 'replace';
}
