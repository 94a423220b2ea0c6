export { bookDueDays, type StatementDeps } from './book-days.ts';
export { type FeeSource, type FoldedTransfer, openPrices, walkAccount } from './fold-account.ts';
export type { AccountDeps } from './read-account.ts';
export { createStatements, type Statements } from './show-statement.ts';
export { statementRoutes } from './statement.routes.ts';
export { statementTables } from './statement.store.ts';
