import type { Client, ClientPlan } from '../engines/clients.ts';
import { decimal } from '../engines/feed.ts';
import type { Prices } from '../engines/prices.ts';
import type { Below } from '../engines/terms.ts';
import { newKey } from '../journey-client.ts';
import type { Answer, CommandName, Intent } from './intents.ts';
import { DAY_MS, dayOf, MARKETS, type Market } from './terms.ts';

/** A position or pending order as the client knows it: it may have ended meanwhile. */
type Known = { readonly id: string; readonly market: Market; readonly lots: string; readonly isPending: boolean };

const KNOWN_MANY = 14;
const LEVERAGES = [3, 25, 100, 180];
/** Half of all orders are in the market whose prices lie on few ticks. */
const CHOICE = [...MARKETS, MARKETS[2]] as const;
const ONE_IN_IS_DELIVERED = 3;
const PENDING = 0;

/** Opens a trader who remembers some of their positions and pending orders. */
export function openTrader({ number, below, prices }: ClientPlan): Client<Intent, Answer> {
  const known: Known[] = [];
  return () => {
    const chosen = chooseIntent(below, known, prices);
    return {
      intent: { key: newKey(), user: number, ...chosen.intent },
      hear: (reply) => {
        if (reply.kind === 'ok') return note(known, chosen, reply.answer);
        if (chosen.of !== undefined && reply.code === 'order_state_changed') known.splice(known.indexOf(chosen.of), 1);
      },
    };
  };
}

type Chosen = { readonly intent: Pick<Intent, 'name' | 'fields'>; readonly of?: Known; readonly market?: Market };

function note(known: Known[], { intent: { name }, of, market = of?.market }: Chosen, { id, status, share }: Answer) {
  const isOver = name === 'contract.cancel' || name === 'contract.reverse';
  if (of !== undefined && isOver) known.splice(known.indexOf(of), 1);
  const isNew = name === 'contract.open' || name === 'contract.reverse';
  if (isNew && id !== undefined && market !== undefined)
    known.push({ id, market, lots: share ?? '0', isPending: status === PENDING });
}

function chooseIntent(below: Below, known: readonly Known[], prices: Prices): Chosen {
  const dice = below(100);
  if (dice === 0) return { intent: { name: 'contract.closeAll', fields: below(2) === 0 ? {} : { side: side(below) } } };
  if (dice === 1 && below(2) === 0) return { intent: { name: 'contract.cancelAll', fields: {} } };
  const of = known[below(known.length)];
  if (of === undefined || dice < (known.length > KNOWN_MANY ? 10 : 50)) return chooseOpening(below, prices);
  const name = chooseChange(below, of);
  return { of, intent: { name, fields: { id: of.id, ...changeFields(below, of, { name, prices }) } } };
}

const side = (below: Below) => (below(2) === 0 ? 'long' : 'short');

function chooseChange(below: Below, { isPending }: Known): CommandName {
  const dice = below(100);
  if (isPending && dice < 30) return 'contract.cancel';
  if (dice < 45) return 'contract.close';
  if (dice < 55) return 'contract.reverse';
  if (dice < 75) return 'contract.setStops';
  return dice < 90 ? 'contract.addMargin' : 'contract.removeMargin';
}

type Change = { readonly name: CommandName; readonly prices: Prices };

function changeFields(below: Below, { market, lots }: Known, { name, prices }: Change): Intent['fields'] {
  if (name === 'contract.addMargin' || name === 'contract.removeMargin')
    return { amount: decimal(1 + below(40_000_000), 6) };
  if (name === 'contract.setStops') return chooseStops(below, market, { prices, side: side(below) });
  const hundredths = Math.round(Number(lots) * 100);
  const isPart = name === 'contract.close' && hundredths > 2 && below(3) === 0;
  return isPart ? { lots: decimal(1 + below(hundredths - 1), 2) } : {};
}

type Around = { readonly prices: Prices; readonly side: string };

/** Chooses stops near the price: they are reached soon. */
function chooseStops(below: Below, market: Market, { prices, side: own }: Around): Intent['fields'] {
  const price = prices.ticksOf(market, 0);
  const away = () => Math.round((price * (1 + below(80))) / 10_000) + 1;
  const lower = price - away();
  const upper = price + away();
  const [loss, profit] = own === 'long' ? [lower, upper] : [upper, lower];
  const text = (ticks: number) => decimal(ticks, market.pricePlaces);
  return {
    ...(below(3) > 0 && { stopLoss: text(loss) }),
    ...(below(3) > 0 && { takeProfit: text(profit) }),
  };
}

function chooseOpening(below: Below, prices: Prices): Chosen {
  const market = CHOICE[below(CHOICE.length)] ?? MARKETS[0];
  const own = side(below);
  const price = prices.ticksOf(market, 0);
  const leverage = Math.min(LEVERAGES[below(LEVERAGES.length)] ?? 10, market.leverageMax);
  const worth = below(4) === 0 ? 5_000 + below(40_000) : 20 + below(3_000);
  const unit = (price / 10 ** market.pricePlaces) * market.lot;
  const lots = decimal(Math.max(1, Math.round((worth / unit) * 100)), 2);
  const away = Math.round((price * (below(120) - 20)) / 10_000);
  const limit = decimal(own === 'long' ? price - away : price + away, market.pricePlaces);
  const fields = {
    market: market.id,
    side: own,
    lots,
    leverage,
    ...(below(3) === 0 && { limit }),
    ...(below(ONE_IN_IS_DELIVERED) === 0 && { series: dayOf(Date.now() + (1 + below(2)) * DAY_MS) }),
    ...(below(2) === 0 && chooseStops(below, market, { prices, side: own })),
  };
  return { market, intent: { name: 'contract.open', fields } };
}
