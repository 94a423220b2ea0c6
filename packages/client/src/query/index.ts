export { balancesKey, dealsKey, limitsKey, marketsKey, ordersKey, recordsKey } from './keys.ts';
export { FIRST_PAGE, placeAfter, readAllPages } from './read-all-pages.ts';
