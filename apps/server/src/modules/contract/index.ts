export { closeDemoDeals } from './close-demo-deals.ts';
export { contractRoutes } from './contract.routes.ts';
export { type ContractTrade, readContractTrades } from './describe-trades.ts';
export { explainMargins } from './explain-frozen.ts';
export { contractTables, countOpenDeals } from './personal-tables.ts';
export { createContractFacts } from './record-facts.ts';
export { contractFees } from './settlement-fees.ts';
export { createSettlementNotices } from './settlement-notices.ts';
export { type ContractProduct, createContractProduct } from './trading/contract-product.ts';
