export {
  addressesKey,
  balancesKey,
  betsKey,
  dealsKey,
  limitsKey,
  marketsKey,
  ordersKey,
  recordsKey,
  transfersKey,
} from './keys.ts';
export { FIRST_PAGE, placeAfter, readAllPages } from './read-all-pages.ts';
