export { balancesKey, limitsKey, marketsKey, ordersKey } from './keys.ts';
export { FIRST_PAGE, placeAfter, readAllPages } from './read-all-pages.ts';
