export type { PriceSource } from './price-source.ts';
export { createSimulator } from './simulator/create-simulator.ts';
export { simulatedHistory } from './simulator/simulated-history.ts';
export { createVenue } from './venue/create-venue.ts';
