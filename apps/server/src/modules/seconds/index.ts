export { readSecondsTrades, type SecondsTrade } from './describe-trades.ts';
export { explainStakes } from './explain-frozen.ts';
export { countOpenBets, secondsTables } from './personal-tables.ts';
export { createSecondsFacts } from './record-facts.ts';
export { refuseOpenDemoBets } from './refuse-open-bets.ts';
export { secondsRoutes } from './seconds.routes.ts';
export { createSecondsProduct, type SecondsProduct } from './trading/seconds-product.ts';
export { createVoidNotices } from './void-notices.ts';
