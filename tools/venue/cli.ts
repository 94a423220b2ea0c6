import { parseArgs } from 'node:util';
import { firstPort } from '../services/places.ts';
import { startDefaultVenue } from './default-venue.ts';

/** `npm run venue [-- --port 13092 --prices prices.json]`: scripted prices for a feed with FEED_SOURCES=local. */
const { values } = parseArgs({ options: { port: { type: 'string' }, prices: { type: 'string' } } });
const venue = await startDefaultVenue(Number(values.port ?? firstPort() + 16), values.prices);
console.log(`local venues: FEED_SOURCES=local LOCAL_VENUE_URL=${venue.url}
a price:      curl ${venue.url}/control/prices -d '{"BTC/USDT": "60000"}'
a fault:      curl ${venue.url}/control/faults -d '{"isDown": true}'; {} ends it`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void venue.stop());
