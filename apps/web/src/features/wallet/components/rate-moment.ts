import { momentText } from '@app/ui';

/** When an old rate was fetched, by the clock here; its day when that is not this year's. */
export const rateMoment = (since: number): string =>
  momentText(since, Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now());
