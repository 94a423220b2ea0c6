import { afterEach, describe, expect, it } from 'vitest';
import { answer, closeVenues, listenWith, startVenue } from '../../../../../test/venue-testbed.ts';

/** The library alone takes seconds to load on a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 120_000, interval: 20 });
afterEach(closeVenues);

describe('a live venue', () => {
  it('given Binance’s responses, then quotes match its texts to the last digit, with its own timestamps', async () => {
    const { received, quotes } = startVenue('binance', await listenWith(answer));
    await eventually(received).toEqual(['1 11 68000.12 0', '30 11 0.00000093 0']);
    expect(quotes.map(({ atMs }) => atMs)).toEqual([1773241200000, 1773241200000]);
  });

  it('given Kraken’s responses, one without a price, then the others are quoted and the bad one is counted', async () => {
    const { received, venue } = startVenue('kraken', await listenWith(answer));
    await eventually(() => received()[0]).toBe('1 12 68005.1 0');
    await eventually(() => venue.badAnswers()).toBeGreaterThan(0);
    expect(received().every((line) => line === '1 12 68005.1 0')).toBe(true);
  });

  it('given a venue that fails, when it responds again, then quotes resume, and it was polled less and less often', async () => {
    let calls = 0;
    const server = await listenWith((request, response) => {
      calls += 1;
      if (calls > 5) answer(request, response);
      else response.writeHead(calls % 2 === 0 ? 503 : 200).end('<html>maintenance</html>');
    });
    const { received, warnings, venue } = startVenue('binance', server);
    await eventually(received).toHaveLength(2);
    expect(warnings.map(({ failures }) => failures)).toEqual([0, 1, 2, 3, 4]);
    expect(warnings.every((warning) => warning.venue === 'binance')).toBe(true);
    await venue.close();
  });

  it('given a response that never comes, when the venue is closed, then closing does not wait for it', async () => {
    const calls: string[] = [];
    const server = await listenWith((request) => calls.push(request.url ?? ''));
    const { venue } = startVenue('binance', server);
    await eventually(() => calls.length).toBeGreaterThan(0);
    await venue.close();
    expect(venue.take(Date.now())).toEqual([]);
  });
});
