import { expectDefined } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import type { Client, ClientPlan } from '../engines/clients.ts';
import { decimal } from '../engines/feed.ts';
import type { Below } from '../engines/terms.ts';
import { newKey } from '../journey-client.ts';
import { count } from '../rig.ts';
import type { Answer, Intent, Request } from './intents.ts';
import { indexTicks } from './prices.ts';
import { MARKETS, type Market } from './terms.ts';

/** Range of limits around the index price, in steps: some orders rest, some match, some reach the house. */
const SPREAD_STEPS = 5;
const LEAN_STEPS = 2;
const OPEN_MANY = 100;

/** Codes by which a personal limit refuses. */
const LIMITING = ['personal_limit_reached', 'cooling_off'];

/** Opens a trader. Every fifth trades in real mode, as a user who also trades in demo mode. */
export function openTrader({ number, below, happened }: ClientPlan): Client<Intent, Answer> {
  const isReal = number % 5 === 0;
  const user = isReal ? number - 1 : number;
  const mode = isReal ? 'real' : 'demo';
  const open: string[] = [];
  return () => {
    const intent = chooseIntent(below, { user, mode, open });
    return {
      intent,
      hear: (reply) => {
        if (reply.kind === 'refused') return void (LIMITING.includes(reply.code) && count(happened, 'personal limits'));
        if (intent.name === 'spot.place' && intent.request.kind === 'market')
          count(happened, intent.isLite ? 'Lite' : 'market');
        if (reply.answer.status === 'open' && reply.answer.id !== undefined) open.push(reply.answer.id);
      },
    };
  };
}

type ClientState = { readonly user: number; readonly mode: Mode; readonly open: string[] };

function chooseIntent(below: Below, { user, mode, open }: ClientState): Intent {
  const dice = below(100);
  const who = { key: newKey(), user, mode };
  if (dice === 0) return { ...who, name: 'spot.cancelAll' };
  if (open.length > 0 && dice < (open.length > OPEN_MANY ? 70 : 30)) {
    const [order] = open.splice(below(open.length), 1);
    return { ...who, name: 'spot.cancel', order: expectDefined(order, 'an open order') };
  }
  return { ...who, name: 'spot.place', ...chooseOrder(below) };
}

type Placing = Pick<Extract<Intent, { name: 'spot.place' }>, 'market' | 'request' | 'isLite'>;

/** Chooses an order of any kind: three in five are good till cancelled, the others are spread over all kinds. */
export function chooseOrder(below: Below): Placing {
  const market = expectDefined(MARKETS[below(MARKETS.length)], 'a market');
  const dice = below(20);
  if (dice < 2) return { market: market.id, request: chooseMarket(below, market), isLite: false };
  if (dice < 4) return { market: market.id, request: chooseLite(below, market), isLite: true };
  const force = dice < 6 ? 'ioc' : dice < 8 ? 'post' : 'gtc';
  return { market: market.id, request: chooseLimit(below, market, force), isLite: false };
}

const chooseSide = (below: Below) => (below(2) === 0 ? 'buy' : 'sell');
const chooseLots = (below: Below, { lots }: Market) => lots.min + below(lots.max - lots.min);

/** Limits lie on whole steps, so that orders queue at the same prices. */
export function chooseLimit(
  below: Below,
  market: Market,
  force: 'gtc' | 'ioc' | 'post',
): Extract<Request, { kind: 'limit' }> {
  const { stepTicks, pricePlaces, lotPlaces } = market;
  const side = chooseSide(below);
  const lean = side === 'buy' ? -LEAN_STEPS : LEAN_STEPS;
  const steps =
    Math.round(indexTicks(market, Date.now()) / stepTicks) + lean + below(2 * SPREAD_STEPS + 1) - SPREAD_STEPS;
  const price = decimal(steps * stepTicks, pricePlaces);
  return { kind: 'limit', side, force, price, quantity: decimal(chooseLots(below, market), lotPlaces) };
}

function chooseMarket(below: Below, market: Market): Request {
  const side = chooseSide(below);
  return side === 'sell'
    ? { kind: 'market', side, quantity: decimal(chooseLots(below, market), market.lotPlaces) }
    : { kind: 'market', side, budget: decimal(20_000_000 + below(300_000_000), 6) };
}

/** The Lite form shows cents; a purchase that names coins gets a budget of the coins' price and fee, rounded up. */
function chooseLite(below: Below, market: Market): Request {
  const side = chooseSide(below);
  if (side === 'sell') return { kind: 'market', side, quantity: decimal(chooseLots(below, market), market.lotPlaces) };
  const cents = below(2) === 0 ? 1_000 * (1 + below(30)) : centsFor(market, chooseLots(below, market));
  return { kind: 'market', side, budget: decimal(cents, 2) };
}

const FEE_ABOUT = 1.002;

function centsFor(market: Market, lots: number): number {
  const { pricePlaces, lotPlaces } = market;
  const worth = (indexTicks(market, Date.now()) * lots) / 10 ** (pricePlaces + lotPlaces - 2);
  return Math.ceil(worth * FEE_ABOUT);
}
