import type { Evidence, ProductAudit } from '../engines/audit.ts';
import { countRows } from '../rig.ts';
import { ABOUT_ACKS } from './audit-acks.ts';
import { ABOUT_HOUSE, countOwners, findOverlapping, findPassed } from './audit-house.ts';
import { ABOUT_MONEY, ABOUT_ORDERS } from './audit-orders.ts';
import { FINDINGS } from './findings.ts';
import type { Intent } from './intents.ts';
import { isPoison } from './orders.ts';

/**
 * Checks priority and owners from the rows alone. Only overlaps of receipts are found by the product's own check.
 */
async function replay({ client, database, loads, findings }: Evidence): Promise<string> {
  const breaches = await findPassed(client);
  for (const { fill, passed } of breaches) findings.add(FINDINGS.priority, `${fill} passed ${passed}`);
  const owners = await countOwners(client, loads);
  if (owners > 0) findings.add(FINDINGS.owners, `${owners} turns beyond the loads`);
  for (const [rule, times] of await findOverlapping(database.urlOf('postgres'))) findings.counts.set(rule, times);
  const orders = await countRows(client, 'select from spot_order');
  const fills = await countRows(client, 'select from spot_fill');
  return `${breaches.length} priority breaches in ${fills} fills of ${orders} orders`;
}

const ACTIVITY = `
  select force as what, count(*) as times from spot_order where kind = 'limit' group by 1
   union all
  select 'taken from the house', count(*) from spot_fill where maker_order is null
   union all
  select 'swept by the house', count(*) from spot_fill where taker_order is null
   union all
  select 'fundings', count(*) from ledger_transfer where kind = 'spot.ladder.funding'
   union all
  select 'receipts', count(*) from receipt`;

export const AUDIT: ProductAudit<Intent> = {
  requests: `book text, market int, side text, kind text, price numeric, quantity numeric, budget numeric, force text, ord bigint,
    is_poison boolean, is_lite boolean`,
  answers: 'id bigint, status text, filled numeric, cost numeric, fee numeric',
  rowOf: (intent) => ({
    book: intent.mode,
    is_poison: isPoison(intent),
    ...(intent.name === 'spot.cancel' && { ord: intent.order }),
    ...(intent.name === 'spot.place' && { market: intent.market, ...intent.request, is_lite: intent.isLite }),
  }),
  checks: { ...ABOUT_ACKS, ...ABOUT_ORDERS, ...ABOUT_MONEY, ...ABOUT_HOUSE },
  replay,
  activity: ACTIVITY,
};
