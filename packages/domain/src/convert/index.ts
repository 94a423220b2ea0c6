export { checkInventory, demoFundingFor, type Exchanged, type Funding, type Inventories } from './inventory.ts';
export { demoSource, inventoryAccount, type PostedConversion, postConversion, postDemoFunding } from './postings.ts';
export {
  CONVERT_ACCOUNTS,
  CONVERT_BASE,
  type ConvertAccount,
  type ConvertLimits,
  checkFunds,
  checkSize,
  type IndexPair,
  type Quoted,
  quoteConversion,
  ratesOf,
} from './quote-conversion.ts';
export * as convertSettings from './settings.ts';
