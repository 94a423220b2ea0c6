import { authTables, type CountOpenOrders } from '../modules/auth/index.ts';
import { claimTables } from '../modules/claim/index.ts';
import { contractTables, countOpenDeals } from '../modules/contract/index.ts';
import { convertTables } from '../modules/convert/index.ts';
import { depositTables } from '../modules/deposit/index.ts';
import { createDataExport, type ExportKind, exportTables } from '../modules/export/index.ts';
import { kycTables } from '../modules/kyc/index.ts';
import { ledgerTables } from '../modules/ledger/index.ts';
import { limitsTables } from '../modules/limits/index.ts';
import { marketTables } from '../modules/market/index.ts';
import { mediaTables } from '../modules/media/index.ts';
import { notifyTables } from '../modules/notify/index.ts';
import { payeeTables } from '../modules/payee/index.ts';
import { payoutTables } from '../modules/payout/index.ts';
import { countOpenBets, secondsTables } from '../modules/seconds/index.ts';
import { countOpenOrders, spotTables } from '../modules/spot/index.ts';
import { statementTables } from '../modules/statement/index.ts';
import { walletTables } from '../modules/wallet/index.ts';
import { withdrawalTables } from '../modules/withdrawal/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { PersonalTable } from '../platform/db/personal-data.ts';

const platformTables: readonly PersonalTable[] = [
  {
    table: 'idempotency',
    download: { not: 'Answers to repeated requests, for three days; what they caused is in the other tables.' },
    closing: { not: 'Deleted after three days.' },
  },
  {
    table: 'push_sequence',
    download: { not: 'A counter of messages to open screens.' },
    closing: { not: 'A counter of messages to open screens; it says nothing about anybody.' },
  },
];

/** Every table with rows about users, in the order of the download. A new module adds its list. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  ...authTables,
  ...limitsTables,
  ...marketTables,
  ...notifyTables,
  ...mediaTables,
  ...kycTables,
  ...walletTables,
  ...payeeTables,
  ...depositTables,
  ...claimTables,
  ...withdrawalTables,
  ...payoutTables,
  ...convertTables,
  ...spotTables,
  ...contractTables,
  ...secondsTables,
  ...ledgerTables,
  ...statementTables,
  ...exportTables,
  ...platformTables,
];

/** Products whose open orders keep an account from being closed. */
export const OPEN_ORDERS: readonly CountOpenOrders[] = [countOpenOrders, countOpenDeals, countOpenBets];

/** The file with everything that is stored about a user. */
export const dataExport = (db: Db): ExportKind => createDataExport(db, PERSONAL_TABLES);
