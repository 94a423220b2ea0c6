export { balancesKey, limitsKey, marketsKey, ordersKey } from './keys.ts';
export { readAllPages } from './read-all-pages.ts';
