import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type LocalVenue, type LocalVenueOptions, startLocalVenue } from '@app/testkit/venue';

/** Starts local venues with the scripts of a file; by default every coin has a constant price. */
export function startDefaultVenue(
  port: number,
  file = resolve(import.meta.dirname, 'prices.json'),
): Promise<LocalVenue> {
  const prices = JSON.parse(readFileSync(file, 'utf8')) as LocalVenueOptions['prices']; // Checked as each is set.
  return startLocalVenue({ prices, port });
}
