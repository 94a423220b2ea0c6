import { momentText } from '@app/ui';

/** Formats when a stale rate was fetched, in the device's time zone; only its date when that is not this year's. */
export const rateMoment = (since: number): string =>
  momentText(since, Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now());
