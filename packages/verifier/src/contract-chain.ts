import type { ContractText, IssuedContract, OpenText, OvernightText, SettlementText } from './contract-text.ts';
import { receiptHash } from './receipt-bytes.ts';
import { dayStart } from './rules/contract-open.ts';
import { units } from './units.ts';

/** A reader gets no more receipts before one than this; each of them names the hash of the one before it. */
export const EARLIER_MAX = 100;

const DAY_MS = 24 * 3_600_000;

/**
 * Whether a receipt continues its chain: that of its position from the opening on, or that of its market's nights. Every
 * receipt but the first names the hash of the one before, and takes up what that one left.
 */
export async function continuesChain(issued: IssuedContract, earlier: readonly IssuedContract[]): Promise<boolean> {
  const { place } = issued.body.chain;
  if (earlier.length !== Math.min(place, EARLIER_MAX)) return false;
  const all = [...earlier, issued];
  const links = await Promise.all(
    all.map((it, at) => (at === 0 && it !== issued && place > EARLIER_MAX) || isNext(it, all[at - 1])),
  );
  return links.every((it) => it);
}

async function isNext({ body }: IssuedContract, before: IssuedContract | undefined): Promise<boolean> {
  const { place, previous } = body.chain;
  if (before === undefined) return place === 0 && previous === null && isFirst(body);
  const isLinked = place === before.body.chain.place + 1 && previous === (await receiptHash(before));
  return isLinked && takesUp(body, before.body);
}

/** A chain begins with an opening, or with a night before which there was none. */
const isFirst = (body: ContractText): boolean =>
  'position' in body || ('night' in body && units(body.night.index_before) === 0n);

function takesUp(body: ContractText, before: ContractText): boolean {
  if ('night' in body) return 'night' in before && isNextNight(body, before);
  return 'settlement' in body && !('night' in before) && isNextSettlement(body, before);
}

/** The next day, from the index that the night before left. */
const isNextNight = (body: OvernightText, before: OvernightText): boolean =>
  nightsOf(body) === nightsOf(before) &&
  dayStart(body.night.day) === dayStart(before.night.day) + DAY_MS &&
  units(body.night.index_before) === units(before.night.index_after) &&
  body.tick.seq >= before.tick.seq;

const nightsOf = ({ book, night }: OvernightText): string => JSON.stringify([book, night.market, night.symbol]);

/** The same position, with exactly the lots that were left of it. */
function isNextSettlement(body: SettlementText, before: OpenText | SettlementText): boolean {
  const lots = units(body.before.lots) + units(body.rest?.lots ?? '0');
  const left = 'position' in before ? before.position.lots : before.rest?.lots;
  const charged = 'position' in before ? '0' : (before.rest?.overnight_charged ?? '0');
  const chargedNow = units(body.before.overnight_charged) + units(body.rest?.overnight_charged ?? '0');
  return (
    left !== undefined &&
    lots === units(left) &&
    chargedNow >= units(charged) &&
    positionOf(body) === positionOf(before) &&
    body.tick.seq >= before.tick.seq
  );
}

/** Returns everything that a position keeps from its opening to its end. */
function positionOf(body: OpenText | SettlementText): string {
  const { id, market, symbol, series, side, leverage, entry, overnight_since } =
    'position' in body ? body.position : { ...body.before, id: body.settlement.position };
  const own = [id, market, symbol, series, side, leverage, units(entry), units(overnight_since)];
  const { grid, terms } = body;
  const tiers = terms.maintenance_tiers.flatMap(({ above, rate }) => [units(above), units(rate)]);
  const rates = [terms.version, units(terms.open_fee_rate), units(terms.close_fee_rate)];
  const rules = [...rates, units(terms.liquidation_fee_rate), ...tiers];
  return [body.book, ...own, units(grid.price_tick), units(grid.multiplier), ...rules].map(String).join();
}
