import { priceStateOf } from '@app/domain/market';
import type { QuoteShown } from '@app/protocol/socket';

/** State of one part of the system; `unknown` until the first answer. */
type PartState = 'ok' | 'bad' | 'unknown';
export type ServiceState = PartState | 'maintenance';

type Seen = {
  readonly service: ServiceState;
  readonly isOnline: boolean;
  readonly socket: 'idle' | 'connecting' | 'live' | 'lost';
  readonly quotes: ReadonlyMap<string, Pick<QuoteShown, 'state' | 'at'>>;
  readonly nowMs: number;
  readonly standstillMs: number | undefined;
};

export type SystemStatus = {
  readonly overall: PartState;
  readonly service: ServiceState;
  readonly connection: PartState;
  readonly prices: PartState;
  /** Markets that should have a new price and have none. */
  readonly pausedMarkets: number;
};

/**
 * Judges the system by what this device sees of it. A market outside its trading hours or halted on purpose is normal; a
 * part that has not answered yet is unknown, never normal.
 */
export function systemStatus({ service, isOnline, socket, quotes, ...moment }: Seen): SystemStatus {
  const connection = !isOnline || socket === 'lost' ? 'bad' : socket === 'live' ? 'ok' : 'unknown';
  const states = [...quotes.values()].map((quote) => priceStateOf(quote, moment).kind);
  const pausedMarkets = states.filter((kind) => kind === 'paused').length;
  const prices = states.length === 0 ? 'unknown' : pausedMarkets > 0 ? 'bad' : 'ok';
  const parts: readonly ServiceState[] = [service, connection, prices];
  const isBad = parts.some((state) => state === 'bad' || state === 'maintenance');
  const overall = isBad ? 'bad' : parts.includes('unknown') ? 'unknown' : 'ok';
  return { overall, service, connection, prices, pausedMarkets };
}
