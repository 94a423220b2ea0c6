export { convertRoutes } from './convert.routes.ts';
export { convertTables, sweepQuotes } from './convert.store.ts';
export { explainConvertFunding } from './explain-funding.ts';
export { conversionFacts } from './record-facts.ts';
